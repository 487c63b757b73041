//! [`named!`]: enums whose variants have a word in the text of a [`Spec`](crate::Spec).

/// Writes and reads the variants of an enum by their words. The error of reading names all words.
macro_rules! named {
    ($name:ident { $($variant:ident = $word:literal),+ }) => {
        impl $name {
            /// All values in order.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The word that names this value.
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$variant => $word),+
                }
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl std::str::FromStr for $name {
            type Err = String;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                let found = Self::ALL.iter().find(|value| value.word() == text);
                found.copied().ok_or_else(|| {
                    let words: Vec<_> = Self::ALL.iter().map(|value| value.word()).collect();
                    format!("one of {}", words.join(", "))
                })
            }
        }
    };
}
pub(crate) use named;

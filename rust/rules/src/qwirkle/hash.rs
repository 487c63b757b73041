//! A hash that is the same on every machine.

/// Spreads a word over all 64 bits, one to one (the finaliser of `MurmurHash3`, variant 13 of Stafford).
#[inline]
pub(super) const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// A hash of several words in order.
pub(super) fn of_words(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0, |hash, word| mix(hash ^ word))
}

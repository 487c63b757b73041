//! The header `grpc-timeout`.

use std::time::Duration;

/// Reads a time limit such as `250m`: at most eight digits and a unit of H, M, S, m, u or n.
pub(crate) fn parse(value: &[u8]) -> Option<Duration> {
    let (unit, digits) = value.split_last()?;
    if digits.is_empty() || digits.len() > 8 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let count = digits.iter().fold(0, |count: u64, digit| count * 10 + u64::from(digit - b'0'));
    match unit {
        b'H' => Some(Duration::from_secs(count * 3600)),
        b'M' => Some(Duration::from_secs(count * 60)),
        b'S' => Some(Duration::from_secs(count)),
        b'm' => Some(Duration::from_millis(count)),
        b'u' => Some(Duration::from_micros(count)),
        b'n' => Some(Duration::from_nanos(count)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units() {
        assert_eq!(parse(b"2H"), Some(Duration::from_secs(7200)));
        assert_eq!(parse(b"3M"), Some(Duration::from_secs(180)));
        assert_eq!(parse(b"99999999S"), Some(Duration::from_secs(99_999_999)));
        assert_eq!(parse(b"250m"), Some(Duration::from_millis(250)));
        assert_eq!(parse(b"0u"), Some(Duration::ZERO));
        assert_eq!(parse(b"7n"), Some(Duration::from_nanos(7)));
    }

    #[test]
    fn nonsense() {
        for value in ["", "S", "5", "123456789S", "-1S", "1.5S", "5s", " 5S"] {
            assert_eq!(parse(value.as_bytes()), None, "{value}");
        }
    }
}

//! Bearer tokens: who may ask at all.
//!
//! A token is compared in constant time by its digest, with every known token, so that the time of the answer tells
//! nothing about how close a guess was.

use std::sync::{PoisonError, RwLock};

use http::{HeaderMap, header::AUTHORIZATION};
use ring::digest::{SHA256, digest};
use subtle::{Choice, ConstantTimeEq};

use crate::{code::Code, refusal::Refusal};

const SCHEME: &[u8] = b"bearer ";

/// Decides from the headers of a call whether the caller may go on.
pub(crate) struct TokenGuard {
    digests: RwLock<Vec<ring::digest::Digest>>,
    missing: Refusal,
    unknown: Refusal,
}

impl TokenGuard {
    /// A guard that lets in who shows one of the tokens.
    pub(crate) fn new(tokens: &[String]) -> Self {
        let refusal = |reason, message: &'static str| {
            Refusal::with_reason(Code::Unauthenticated, reason, &[], message, None)
        };
        Self {
            digests: RwLock::new(digests(tokens)),
            missing: refusal("TOKEN_MISSING", "this service wants a bearer token in 'authorization'"),
            unknown: refusal("TOKEN_UNKNOWN", "the bearer token is not known"),
        }
    }

    /// Lets in who shows one of these tokens from now on, and nobody else.
    pub(crate) fn replace(&self, tokens: &[String]) {
        *self.digests.write().unwrap_or_else(PoisonError::into_inner) = digests(tokens);
    }

    /// Nothing when the caller may go on, else what to answer.
    pub(crate) fn refusal(&self, headers: &HeaderMap) -> Option<&Refusal> {
        let Some(value) = headers.get(AUTHORIZATION).map(http::HeaderValue::as_bytes) else {
            return Some(&self.missing);
        };
        match value.split_at_checked(SCHEME.len()) {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case(SCHEME) => {
                (!self.knows(token)).then_some(&self.unknown)
            }
            _ => Some(&self.missing),
        }
    }

    fn knows(&self, token: &[u8]) -> bool {
        let shown = digest(&SHA256, token);
        let digests = self.digests.read().unwrap_or_else(PoisonError::into_inner);
        digests.iter().fold(Choice::from(0), |known, one| known | shown.as_ref().ct_eq(one.as_ref())).into()
    }
}

fn digests(tokens: &[String]) -> Vec<ring::digest::Digest> {
    tokens.iter().map(|token| digest(&SHA256, token.as_bytes())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code_for(guard: &TokenGuard, value: Option<&str>) -> Option<&'static str> {
        let mut headers = HeaderMap::new();
        if let Some(value) = value {
            headers.insert(AUTHORIZATION, value.parse().unwrap());
        }
        let refusal = guard.refusal(&headers)?;
        assert_eq!(refusal.code, Code::Unauthenticated);
        Some(if refusal.message.contains("not known") { "unknown" } else { "missing" })
    }

    #[test]
    fn only_known_tokens_pass() {
        let guard = TokenGuard::new(&["first-token-of-two".into(), "second-token-of-two".into()]);
        assert_eq!(code_for(&guard, Some("Bearer first-token-of-two")), None);
        assert_eq!(code_for(&guard, Some("bearer second-token-of-two")), None);
        assert_eq!(code_for(&guard, Some("Bearer second-token-of-tw")), Some("unknown"));
        assert_eq!(code_for(&guard, Some("Bearer ")), Some("unknown"));
        assert_eq!(code_for(&guard, Some("Basic first-token-of-two")), Some("missing"));
        assert_eq!(code_for(&guard, Some("")), Some("missing"));
        assert_eq!(code_for(&guard, None), Some("missing"));
    }

    #[test]
    fn replaced_tokens_are_worth_nothing() {
        let guard = TokenGuard::new(&["the-token-of-yesterday".into()]);
        guard.replace(&["the-token-of-today".into()]);
        assert_eq!(code_for(&guard, Some("Bearer the-token-of-yesterday")), Some("unknown"));
        assert_eq!(code_for(&guard, Some("Bearer the-token-of-today")), None);
    }
}

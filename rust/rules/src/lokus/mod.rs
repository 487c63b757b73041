//! lokus

//! The contract

//! The end of a server, as its parts hear of it.

use tokio::{sync::watch, time::Instant};

/// What a server was told about its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Nothing.
    Run,
    /// Take no more connections and end those there are when their calls are done, or at this time.
    StopBy(Instant),
    /// Time is up.
    Abort,
}

/// Hears of the end.
#[derive(Clone)]
pub(crate) struct Stop(watch::Receiver<Order>);

impl Stop {
    pub(crate) fn new(orders: watch::Receiver<Order>) -> Self {
        Self(orders)
    }

    /// The order in force.
    pub(crate) fn order(&self) -> Order {
        *self.0.borrow()
    }

    /// Until the server is told to stop.
    pub(crate) async fn asked(&mut self) {
        // The sender lives as long as the server; without it the end has come as well.
        let _ = self.0.wait_for(|order| *order != Order::Run).await;
    }

    /// Until the time is up.
    pub(crate) async fn aborted(&mut self) {
        let _ = self.0.wait_for(|order| *order == Order::Abort).await;
    }

    /// Until another order is given.
    pub(crate) async fn changed(&mut self) {
        let _ = self.0.changed().await;
    }
}

//! How many calls are in work.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// A number of places of which every call in work takes one.
pub(crate) struct Load {
    taken: AtomicUsize,
    limit: usize,
}

impl Load {
    pub(crate) fn new(limit: usize) -> Arc<Self> {
        Arc::new(Self { taken: AtomicUsize::new(0), limit })
    }

    /// A place, unless all are taken.
    pub(crate) fn take(self: &Arc<Self>) -> Option<Place> {
        let place = Place(Arc::clone(self));
        // A place too many is given back by its drop.
        (self.taken.fetch_add(1, Ordering::Relaxed) < self.limit).then_some(place)
    }

    /// Places taken now.
    pub(crate) fn taken(&self) -> usize {
        self.taken.load(Ordering::Relaxed)
    }
}

/// One place, given back when it is dropped.
pub(crate) struct Place(Arc<Load>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.taken.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::Load;

    #[test]
    fn places_end_and_come_back() {
        let load = Load::new(2);
        let first = load.take();
        let second = load.take();
        assert!(first.is_some() && second.is_some());
        assert!(load.take().is_none());
        assert!(load.take().is_none());
        drop(first);
        assert_eq!(load.taken(), 1);
        assert!(load.take().is_some());
    }
}

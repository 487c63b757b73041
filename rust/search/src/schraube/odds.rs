//! The odds of all layouts: 46,656 rows of faces fall into 203 classes, because only which piles show equal faces matters.

use spielwerk::schraube::{Face, PILES, Pile};

use super::objective::Objective;
use super::ratio::{Ratio, TooLarge};
use super::solver::TurnSolver;
use super::turn::TurnState;

/// Classes of layouts: the ways to split six piles by face (Bell's sixth number).
pub const CLASSES: usize = 203;

/// A class of layouts, written as its first layout: along the chain, each new face is the lowest not seen yet.
///
/// ```
/// use spielwerk_search::schraube::odds::Class;
/// let all = Class::all();
/// assert_eq!((all.len(), all[0].to_string(), all[202].to_string()), (203, "111111".into(), "123456".into()));
/// assert_eq!(all.iter().map(|class| class.layouts()).sum::<u32>(), 46_656);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class([Face; PILES]);

impl Class {
    /// All 203, in lexicographic order.
    pub fn all() -> Vec<Self> {
        fn extend(prefix: &mut Vec<Face>, found: &mut Vec<Class>) {
            if let Ok(faces) = <[Face; PILES]>::try_from(prefix.as_slice()) {
                found.push(Class(faces));
                return;
            }
            let seen = prefix.iter().map(|face| face.index() + 1).max().unwrap_or(0);
            for &face in Face::ALL.iter().take(seen + 1) {
                prefix.push(face);
                extend(prefix, found);
                prefix.pop();
            }
        }
        let mut found = Vec::with_capacity(CLASSES);
        extend(&mut Vec::new(), &mut found);
        found
    }

    /// The class of these faces, along the chain.
    ///
    /// ```
    /// use spielwerk::schraube::Face;
    /// use spielwerk_search::schraube::odds::Class;
    /// let faces = [6, 2, 6, 1, 2, 5].map(|pips| Face::new(pips).unwrap());
    /// assert_eq!(Class::of(faces).to_string(), "121324");
    /// ```
    pub fn of(faces: [Face; PILES]) -> Self {
        let mut names = [None; Face::ALL.len()];
        let mut seen = 0;
        Self(faces.map(|face| {
            *names[face.index()].get_or_insert_with(|| {
                seen += 1;
                Face::ALL[seen - 1]
            })
        }))
    }

    /// Its first layout, along the chain.
    pub const fn faces(self) -> [Face; PILES] {
        self.0
    }

    /// Different faces in it, 1 to 6.
    pub fn face_count(self) -> usize {
        self.0.iter().map(|face| face.index() + 1).max().unwrap_or(0)
    }

    /// How many of the 46,656 layouts belong to it.
    pub fn layouts(self) -> u32 {
        (0..self.face_count() as u32).map(|taken| 6 - taken).product()
    }

    fn solver(self, rerolls: u8) -> TurnSolver {
        // A figure on pile 5 has pile 0 next: faces by pile are faces along the chain.
        let state = TurnState::start(Pile::ALL[PILES - 1], self.0, rerolls + 1);
        TurnSolver::new(state).expect("an ordinary turn is a turn")
    }
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|face| write!(f, "{face}"))
    }
}

/// The odds of an ordinary turn without cards in hand, for one class. Index = rerolls, from 0.
#[derive(Clone, Debug, PartialEq)]
pub struct Odds<N> {
    /// The layouts.
    pub class: Class,
    /// The best chance of a full circle.
    pub full_circle: Vec<N>,
    /// The best expected run, as an objective of its own.
    pub run: Vec<N>,
}

/// The odds of one class, for 0 up to `rerolls` (at most 8) rerolls.
///
/// # Panics
///
/// If `rerolls` is above 8.
pub fn of_class(class: Class, rerolls: u8) -> Odds<f64> {
    let solver = class.solver(rerolls);
    Odds {
        class,
        full_circle: solver.worth_by_rerolls(&Objective::full_circle()),
        run: solver.worth_by_rerolls(&Objective::run()),
    }
}

/// The exact odds of one class, for 0 up to `rerolls` (at most 7) rerolls.
///
/// # Errors
///
/// [`TooLarge`] with eight rerolls.
///
/// # Panics
///
/// If `rerolls` is above 8.
pub fn of_class_exact(class: Class, rerolls: u8) -> Result<Odds<Ratio>, TooLarge> {
    let solver = class.solver(rerolls);
    Ok(Odds {
        class,
        full_circle: solver.worth_by_rerolls_exact(&Objective::full_circle())?,
        run: solver.worth_by_rerolls_exact(&Objective::run())?,
    })
}

/// The odds of all 203 classes, in their order.
///
/// # Panics
///
/// If `rerolls` is above 8.
pub fn table(rerolls: u8) -> Vec<Odds<f64>> {
    Class::all().into_iter().map(|class| of_class(class, rerolls)).collect()
}

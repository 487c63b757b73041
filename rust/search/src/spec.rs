//! [`Spec`]: an agent as text.
//!
//! ```text
//! spec      = name [ ":" parameter { "," parameter } ]
//! parameter = key "=" value
//! ```
//!
//! The reader takes parameters in any order and leaves out what stays at its default; the writer writes them all, in the
//! order of the table, so that a result can be repeated from its text alone.
//!
//! | name | agent |
//! |---|---|
//! | `random`, `uniform`, `greedy` | [`Policy`] |
//! | `flat` | [`FlatMonteCarlo`] |
//! | `uct` | [`TreeSearch`] of one world with [`Observer::World`] |
//! | `pimc` | the same of several worlds, a tree each |
//! | `ismcts` | [`TreeSearch`] with [`Observer::One`] |
//! | `duct` | [`TreeSearch`] with [`Observer::Decoupled`] |
//! | `turn` | the exact optimum of one turn, in games that have a solver for it: [`TurnOptimal`](crate::TurnOptimal) |
//!
//! | key | of | values | default |
//! |---|---|---|---|
//! | `iterations` | all searches | 1 to 100,000,000 | 1000 |
//! | `c` | trees | 0 to 1000, for rewards in the range 0 to 1 | 0.7 |
//! | `first_play` | trees | `inf`, `parent`, or a number | `inf` |
//! | `rollout` | all searches | `random`, `uniform`, `greedy` | `random` |
//! | `rollouts` | trees | 1 to 1000, averaged | 1 |
//! | `cutoff` | all searches | 0 to 1,000,000 decisions | 10000 |
//! | `reward` | all searches | `win`, `margin` | `win` |
//! | `final` | trees | `visits`, `value`, `sample`, `vote` | `visits`; `value` for `pimc` |
//! | `worlds` | `pimc` | 1 to 10,000 | 20 |
//! | `worlds` | `ismcts`, `duct` | 0 (a new one each iteration) to 10,000 (drawn from so many) | 0 |
//! | `chance` | `uct`, `pimc` | `closed` (explicit chance nodes), `open` (nodes average over chance) | `closed` |
//! | `observer` | `ismcts` | `one`, `each` (one tree a seat) | `one` |
//!
//! # Presets
//!
//! A preset stands for a name with parameters, after a reference implementation; parameters behind it change it.
//! Their exploration constants are those of the reference, scaled to rewards from 0 to 1 where its rewards run from -1 to 1.
//!
//! | preset | follows | stands for |
//! |---|---|---|
//! | `openspiel-mcts` | `OpenSpiel` `MCTSBot` as its C++ example sets it, without the solver | `uct` with c = 1 (2 on -1 to 1), 10,000 iterations, 10 rollouts each |
//! | `openspiel-ismcts` | `OpenSpiel` `ISMCTSBot` with its default final policy | `ismcts` with one tree a seat, c = 1 (2 on -1 to 1), the move sampled by visits |
//! | `ludii-uct` | Ludii `createUCT` without reuse of the tree | `uct` with open-loop nodes, c = 0.7071 (√2 on -1 to 1), first play like the parent, rollouts of 200 moves |
//! | `tag-mcts` | TAG `MCTSParams` defaults | `ismcts` with c = 1, rollouts of 1000 moves valued by the margin, the move of the best mean |

use std::fmt;
use std::str::FromStr;

use spielwerk::common::Faults;

use crate::agent::Agent;
use crate::flat::FlatMonteCarlo;
use crate::policy::Policy;
use crate::tree_search::{FinalChoice, FirstPlay, TreeSearch, Worlds};
use crate::{Judgement, Observer, Reward};

/// An agent that can be used by any thread.
pub type SharedAgent<P> = Box<dyn Agent<P> + Send + Sync>;

/// An agent with all its parameters; see the [module](self) for its text.
///
/// ```
/// use spielwerk_search::Spec;
///
/// let spec: Spec = "ismcts:iterations=500".parse().unwrap();
/// assert_eq!(
///     spec.to_string(),
///     "ismcts:iterations=500,c=0.7,first_play=inf,rollout=random,rollouts=1,cutoff=10000,reward=win,\
///      final=visits,worlds=0,observer=one"
/// );
/// let faults = "uct:iterations=0,k=2".parse::<Spec>().unwrap_err();
/// assert_eq!(faults.as_slice().len(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spec {
    /// An agent that does not search.
    Policy(Policy),
    /// Flat Monte Carlo.
    Flat(FlatMonteCarlo),
    /// A tree search.
    Tree(TreeSearch),
    /// The exact optimum of one turn.
    Turn,
}

impl Spec {
    /// Every name and preset that a text may begin with, in the order of the documentation.
    pub const NAMES: &[&str] = &[
        "random",
        "uniform",
        "greedy",
        "flat",
        "uct",
        "pimc",
        "ismcts",
        "duct",
        "turn",
        "openspiel-mcts",
        "openspiel-ismcts",
        "ludii-uct",
        "tag-mcts",
    ];

    /// The agent for the game `P`.
    ///
    /// # Errors
    ///
    /// When the game has no such agent (`turn` in a game without a solver for it).
    pub fn agent<P: Judgement>(&self) -> Result<SharedAgent<P>, Faults> {
        match *self {
            Self::Policy(policy) => Ok(Box::new(policy)),
            Self::Flat(search) => Ok(Box::new(search)),
            Self::Tree(search) => Ok(Box::new(search)),
            Self::Turn => P::turn_agent()
                .ok_or_else(|| fault("", "no_turn_solver", format!("{} has no agent `turn`", P::INFO.name))),
        }
    }

    fn named(name: &str) -> Option<Self> {
        let tree = TreeSearch {
            iterations: 1000,
            c: 0.7,
            first_play: FirstPlay::Unvisited,
            rollout: Policy::Random,
            rollouts: 1,
            cutoff: 10_000,
            reward: Reward::Win,
            final_choice: FinalChoice::Visits,
            worlds: Worlds::Fresh,
            observer: Observer::One,
        };
        let world = TreeSearch { worlds: Worlds::Apart(1), observer: Observer::World, ..tree };
        let flat = FlatMonteCarlo {
            iterations: tree.iterations,
            rollout: tree.rollout,
            cutoff: tree.cutoff,
            reward: tree.reward,
        };
        Some(match name {
            "random" => Self::Policy(Policy::Random),
            "uniform" => Self::Policy(Policy::Uniform),
            "greedy" => Self::Policy(Policy::Greedy),
            "flat" => Self::Flat(flat),
            "uct" => Self::Tree(world),
            // Long et al. average over worlds. Visits say nothing where a world has fewer iterations than moves.
            "pimc" => Self::Tree(TreeSearch {
                worlds: Worlds::Apart(20),
                final_choice: FinalChoice::Value,
                ..world
            }),
            "ismcts" => Self::Tree(tree),
            "duct" => Self::Tree(TreeSearch { observer: Observer::Decoupled, ..tree }),
            "turn" => Self::Turn,
            "openspiel-mcts" => Self::Tree(TreeSearch { iterations: 10_000, c: 1.0, rollouts: 10, ..world }),
            "openspiel-ismcts" => Self::Tree(TreeSearch {
                c: 1.0,
                observer: Observer::Each,
                final_choice: FinalChoice::Sample,
                ..tree
            }),
            "ludii-uct" => Self::Tree(TreeSearch {
                c: std::f64::consts::FRAC_1_SQRT_2,
                first_play: FirstPlay::Parent,
                cutoff: 200,
                observer: Observer::Moves,
                ..world
            }),
            "tag-mcts" => Self::Tree(TreeSearch {
                c: 1.0,
                cutoff: 1000,
                reward: Reward::Margin,
                final_choice: FinalChoice::Value,
                ..tree
            }),
            _ => return None,
        })
    }

    /// Sets one parameter, or says what would be right.
    fn set(&mut self, key: &str, value: &str) -> Result<(), Wrong> {
        match (self, key) {
            (
                Self::Flat(FlatMonteCarlo { iterations, .. }) | Self::Tree(TreeSearch { iterations, .. }),
                "iterations",
            ) => put(iterations, number(value, 1, 100_000_000)),
            (
                Self::Flat(FlatMonteCarlo { rollout, .. }) | Self::Tree(TreeSearch { rollout, .. }),
                "rollout",
            ) => put(rollout, value.parse()),
            (Self::Flat(FlatMonteCarlo { cutoff, .. }) | Self::Tree(TreeSearch { cutoff, .. }), "cutoff") => {
                put(cutoff, number(value, 0, 1_000_000))
            }
            (Self::Flat(FlatMonteCarlo { reward, .. }) | Self::Tree(TreeSearch { reward, .. }), "reward") => {
                put(reward, value.parse())
            }
            (Self::Tree(search), key) => set_tree(search, key, value),
            _ => Err(Wrong::Key),
        }
    }

    /// The parameters with their values, in the order of the table.
    fn parameters(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Policy(_) | Self::Turn => Vec::new(),
            Self::Flat(flat) => vec![
                ("iterations", flat.iterations.to_string()),
                ("rollout", flat.rollout.to_string()),
                ("cutoff", flat.cutoff.to_string()),
                ("reward", flat.reward.to_string()),
            ],
            Self::Tree(tree) => {
                let mut all = vec![
                    ("iterations", tree.iterations.to_string()),
                    ("c", tree.c.to_string()),
                    ("first_play", tree.first_play.to_string()),
                    ("rollout", tree.rollout.to_string()),
                    ("rollouts", tree.rollouts.to_string()),
                    ("cutoff", tree.cutoff.to_string()),
                    ("reward", tree.reward.to_string()),
                    ("final", tree.final_choice.to_string()),
                ];
                match tree.worlds {
                    Worlds::Apart(1) => {}
                    Worlds::Apart(count) | Worlds::Pool(count) => all.push(("worlds", count.to_string())),
                    Worlds::Fresh => all.push(("worlds", "0".into())),
                }
                let word = |word: &str| word.to_owned();
                match tree.observer {
                    Observer::World => all.push(("chance", word("closed"))),
                    Observer::Moves => all.push(("chance", word("open"))),
                    Observer::One => all.push(("observer", word("one"))),
                    Observer::Each => all.push(("observer", word("each"))),
                    Observer::Decoupled => {}
                }
                all
            }
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Self::Policy(policy) => policy.word(),
            Self::Flat(_) => "flat",
            Self::Turn => "turn",
            Self::Tree(search) => match (search.observer, search.worlds) {
                (Observer::World | Observer::Moves, Worlds::Apart(1)) => "uct",
                (Observer::World | Observer::Moves, _) => "pimc",
                (Observer::One | Observer::Each, _) => "ismcts",
                (Observer::Decoupled, _) => "duct",
            },
        }
    }
}

/// What is wrong with a parameter.
enum Wrong {
    /// The agent has no such parameter.
    Key,
    /// The value; says what would be right.
    Value(String),
}

fn set_tree(search: &mut TreeSearch, key: &str, value: &str) -> Result<(), Wrong> {
    match (key, search.observer) {
        ("c", _) => {
            let c = value.parse().ok().filter(|c| (0.0..=1000.0).contains(c));
            put(&mut search.c, c.ok_or_else(|| "a number from 0 to 1000".into()))
        }
        ("first_play", _) => put(&mut search.first_play, value.parse()),
        ("rollouts", _) => put(&mut search.rollouts, number(value, 1, 1000)),
        ("final", _) => put(&mut search.final_choice, value.parse()),
        ("worlds", Observer::World | Observer::Moves) => {
            put(&mut search.worlds, number(value, 1, 10_000).map(Worlds::Apart))
        }
        ("worlds", _) => {
            let worlds = |count| if count == 0 { Worlds::Fresh } else { Worlds::Pool(count) };
            put(&mut search.worlds, number(value, 0, 10_000).map(worlds))
        }
        ("chance", Observer::World | Observer::Moves) => put(
            &mut search.observer,
            match value {
                "closed" => Ok(Observer::World),
                "open" => Ok(Observer::Moves),
                _ => Err("one of closed, open".into()),
            },
        ),
        ("observer", Observer::One | Observer::Each) => put(
            &mut search.observer,
            match value {
                "one" => Ok(Observer::One),
                "each" => Ok(Observer::Each),
                _ => Err("one of one, each".into()),
            },
        ),
        _ => Err(Wrong::Key),
    }
}

fn put<T>(place: &mut T, value: Result<T, String>) -> Result<(), Wrong> {
    *place = value.map_err(Wrong::Value)?;
    Ok(())
}

fn number(text: &str, least: u32, most: u32) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("a whole number from {least} to {most}"))
}

fn fault(path: &str, slug: &'static str, message: String) -> Faults {
    let mut faults = Faults::default();
    faults.add(path, "agent", slug, message);
    faults
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        for (index, (key, value)) in self.parameters().into_iter().enumerate() {
            write!(f, "{}{key}={value}", if index == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

impl FromStr for Spec {
    type Err = Faults;

    /// Reads a spec.
    ///
    /// # Errors
    ///
    /// Every fault: more than 1,000 bytes (`text_too_long`), an unknown name (`unknown_agent`), and for each parameter: not `key=value` (`malformed`), unknown
    /// (`unknown_parameter`), given twice (`twice`), or with a wrong value (`out_of_range`). The path is the key.
    fn from_str(text: &str) -> Result<Self, Faults> {
        const LONGEST: usize = 1_000;
        if text.len() > LONGEST {
            let message = format!("{} bytes; no text of an agent is longer than {LONGEST}", text.len());
            return Err(fault("", "text_too_long", message));
        }
        let (name, parameters) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        let Some(mut spec) = Self::named(name.trim()) else {
            let message = format!("no agent is called {name:?}; there are {}", Self::NAMES.join(", "));
            return Err(fault("", "unknown_agent", message));
        };
        let mut faults = Faults::default();
        let mut seen = Vec::new();
        for parameter in parameters.into_iter().flat_map(|parameters| parameters.split(',')) {
            let Some((key, value)) = parameter.split_once('=') else {
                faults.add("", "agent", "malformed", format!("{parameter:?}; a parameter is key=value"));
                continue;
            };
            let (key, value) = (key.trim(), value.trim());
            if seen.contains(&key) {
                faults.add(key, "agent", "twice", format!("{key} is given twice"));
            }
            seen.push(key);
            match spec.set(key, value) {
                Ok(()) => {}
                Err(Wrong::Key) => {
                    let keys: Vec<_> = spec.parameters().into_iter().map(|(key, _)| key).collect();
                    let known = if keys.is_empty() {
                        "takes none".into()
                    } else {
                        format!("takes {}", keys.join(", "))
                    };
                    let message = format!("{} has no parameter {key:?}; it {known}", name.trim());
                    faults.add(key, "agent", "unknown_parameter", message);
                }
                Err(Wrong::Value(right)) => {
                    faults.add(key, "agent", "out_of_range", format!("{value:?}; it is {right}"));
                }
            }
        }
        faults.into_result().map(|()| spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slugs(text: &str) -> Vec<(String, &'static str)> {
        let faults = text.parse::<Spec>().expect_err(text);
        faults.as_slice().iter().map(|fault| (fault.path.clone(), fault.slug)).collect()
    }

    #[test]
    fn every_name_is_read_and_its_text_reads_back() {
        for name in Spec::NAMES {
            let spec: Spec = name.parse().expect(name);
            assert_eq!(spec.to_string().parse(), Ok(spec), "{name} is {spec}");
        }
    }

    #[test]
    fn a_preset_is_a_name_with_parameters() {
        let same = |preset: &str, long: &str| assert_eq!(preset.parse::<Spec>(), long.parse::<Spec>());
        same("openspiel-mcts", "uct:iterations=10000,c=1,rollouts=10");
        same("openspiel-ismcts:iterations=50", "ismcts:observer=each,c=1,final=sample,iterations=50");
        same("ludii-uct", "uct:chance=open,c=0.7071067811865476,first_play=parent,cutoff=200");
        same("tag-mcts", "ismcts:c=1,cutoff=1000,reward=margin,final=value");
        same("pimc:worlds=7,final=vote,chance=open", "pimc: chance = open, final = vote, worlds = 7");
        same("pimc", "pimc:worlds=20,final=value");
        same("duct:worlds=3", "duct:worlds=3,first_play=inf");
        assert_ne!("ismcts:worlds=3".parse::<Spec>(), "ismcts:worlds=0".parse());
    }

    #[test]
    fn every_fault_is_named() {
        assert_eq!(slugs("alphazero"), [(String::new(), "unknown_agent")]);
        assert_eq!(slugs("greedy:c=1"), [("c".into(), "unknown_parameter")]);
        assert_eq!(
            slugs("uct:iterations=0,c=-1,first_play=nan,k=1,rollouts,final=best,observer=one,c=1"),
            [
                ("iterations".into(), "out_of_range"),
                ("c".into(), "out_of_range"),
                ("first_play".into(), "out_of_range"),
                ("k".into(), "unknown_parameter"),
                (String::new(), "malformed"),
                ("final".into(), "out_of_range"),
                ("observer".into(), "unknown_parameter"),
                ("c".into(), "twice"),
            ]
        );
        assert_eq!(slugs("pimc:worlds=0"), [("worlds".into(), "out_of_range")]);
        assert_eq!(slugs("flat:"), [(String::new(), "malformed")]);
    }
}

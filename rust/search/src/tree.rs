//! [`Tree`]: the memory of a search, and one iteration of it.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use spielwerk::common::{Seat, StepOf, Turn, Uniform};

use crate::agent::MoveStatistics;
use crate::observer::{Mixer, Trail};
use crate::policy::best_by;
use crate::reward::Rewards;
use crate::tree_search::{FirstPlay, TreeSearch};
use crate::{Judgement, Observer, Random};

type Map<Key, Value> = HashMap<Key, Value, BuildHasherDefault<Mixer>>;

/// Index of a node.
type NodeId = u32;
/// Index of an edge.
type EdgeId = u32;

/// What is remembered about one move at one node.
#[derive(Clone, Copy)]
struct Edge<Move> {
    chosen: Move,
    visits: u32,
    /// How many visits of the node found the move legal (Cowling, Powley and Whitehouse 2012); kept at scattered nodes.
    available: u32,
    /// Sum of the rewards of the seat that decides here.
    total: f64,
}

impl<Move> Edge<Move> {
    const fn new(chosen: Move) -> Self {
        Self { chosen, visits: 0, available: 0, total: 0.0 }
    }

    fn mean(&self) -> f64 {
        self.total / f64::from(self.visits)
    }
}

/// Where the edges of a node are.
enum Edges {
    /// The node was never left: it has no edges.
    None,
    /// The node was left once, by this edge. Most nodes of a tree stay like this, so no list is made before the second visit.
    One(EdgeId),
    /// All legal moves in order, side by side: the moves are the same at every visit.
    Listed { first: EdgeId, count: u32 },
    /// The moves differ from world to world; [`Tree::scattered`] finds their edges.
    Scattered,
}

struct Node {
    visits: u32,
    /// Sum over the rewards of the seat that decides here.
    total: f64,
    edges: Edges,
}

/// The tree of one search for one seat.
pub(crate) struct Tree<'search, P: Judgement> {
    search: &'search TreeSearch,
    observer: Observer,
    root: Seat,
    ids: Map<u64, NodeId>,
    nodes: Vec<Node>,
    edges: Vec<Edge<P::Move>>,
    scattered: Map<(NodeId, P::Move), EdgeId>,
    /// The way of the running iteration: the nodes that it left, by which edges, and who decided.
    path: Vec<(NodeId, EdgeId, Seat)>,
}

impl<'search, P: Judgement> Tree<'search, P> {
    /// An empty tree for a decision of `root`.
    pub(crate) fn new(search: &'search TreeSearch, root: Seat) -> Self {
        Self {
            search,
            observer: search.observer,
            root,
            ids: Map::default(),
            nodes: Vec::new(),
            edges: Vec::new(),
            scattered: Map::default(),
            path: Vec::new(),
        }
    }

    /// One iteration: down the tree in `world`, one new edge, a rollout from there, and the rewards back up.
    pub(crate) fn grow(&mut self, mut world: P, random: &mut Random) {
        self.path.clear();
        let mut trail = Trail::new(self.observer, self.root, &world);
        let mut is_new = false;
        let rewards = loop {
            match world.turn() {
                Turn::Over => break self.search.reward.of(&world),
                Turn::Chance => {
                    let step = StepOf::Event(world.sample(random));
                    trail.extend(&world, &step);
                    if let StepOf::Event(event) = &step {
                        world.apply(event);
                    }
                }
                Turn::Seat(seat) => {
                    let node = self.node(trail.key(seat));
                    let edge = self.select(node, &world, trail.knows_moves_of(seat), random);
                    self.path.push((node, edge, seat));
                    let Edge { chosen, visits, .. } = self.edges[edge as usize];
                    is_new |= visits == 0;
                    if !is_new || self.observer == Observer::Decoupled {
                        trail.extend(&world, &StepOf::Move(chosen));
                    }
                    world.play(chosen);
                    // All seats of a simultaneous choice choose by the tree, even when the choice of one is new.
                    if is_new && !trail.is_within_choice() {
                        break self.evaluate(world, random);
                    }
                }
            }
        };
        for &(node, edge, seat) in &self.path {
            let reward = rewards[seat.index()];
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.total += reward;
            let edge = &mut self.edges[edge as usize];
            edge.visits += 1;
            edge.total += reward;
        }
    }

    /// What is known about each of `moves`, the legal moves at the root.
    pub(crate) fn root_statistics(&self, moves: &[P::Move]) -> Vec<MoveStatistics<P::Move>> {
        moves
            .iter()
            .enumerate()
            .map(|(index, &chosen)| {
                let edge = match self.nodes.first().map(|node| &node.edges) {
                    None | Some(Edges::None) => None,
                    Some(&Edges::One(edge)) => {
                        Some(edge).filter(|&edge| self.edges[edge as usize].chosen == chosen)
                    }
                    Some(&Edges::Listed { first, .. }) => Some(first + index as u32),
                    Some(Edges::Scattered) => self.scattered.get(&(0, chosen)).copied(),
                };
                let edge = edge.map(|edge| &self.edges[edge as usize]).filter(|edge| edge.visits > 0);
                MoveStatistics {
                    chosen,
                    visits: edge.map_or(0, |edge| u64::from(edge.visits)),
                    value: edge.map(Edge::mean),
                }
            })
            .collect()
    }

    fn evaluate(&self, mut world: P, random: &mut Random) -> Rewards {
        let TreeSearch { rollout, rollouts, cutoff, reward, .. } = *self.search;
        let mut sum = Rewards::default();
        for _ in 1..rollouts {
            add(&mut sum, &rollout.roll_out(&mut world.clone(), cutoff, reward, random));
        }
        add(&mut sum, &rollout.roll_out(&mut world, cutoff, reward, random));
        sum.map(|total| total / f64::from(rollouts))
    }

    fn node(&mut self, key: u64) -> NodeId {
        *self.ids.entry(key).or_insert_with(|| {
            self.nodes.push(Node { visits: 0, total: 0.0, edges: Edges::None });
            self.nodes.len() as NodeId - 1
        })
    }

    /// The edge by which this iteration leaves the node.
    fn select(&mut self, node: NodeId, world: &P, moves_are_fixed: bool, random: &mut Random) -> EdgeId {
        match (&self.nodes[node as usize].edges, moves_are_fixed) {
            // Nothing is known about any move, so all are equal.
            (Edges::None, true) => {
                let edge = self.add_edge(world.sample_move(random));
                self.nodes[node as usize].edges = Edges::One(edge);
                edge
            }
            (&Edges::One(edge), true) => {
                let tried = self.edges[edge as usize];
                let first = self.edges.len() as EdgeId;
                let listed = |chosen| if chosen == tried.chosen { tried } else { Edge::new(chosen) };
                self.edges.extend(world.legal_moves().into_iter().map(listed));
                let count = self.edges.len() as EdgeId - first;
                self.nodes[node as usize].edges = Edges::Listed { first, count };
                self.select_listed(node, first, count, random)
            }
            (&Edges::Listed { first, count }, true) => self.select_listed(node, first, count, random),
            (Edges::None, false) => {
                self.nodes[node as usize].edges = Edges::Scattered;
                self.add_scattered(node, world.sample_move(random))
            }
            (_, false) => self.select_scattered(node, &world.legal_moves(), random),
            (Edges::Scattered, true) => unreachable!("whether a node knows its moves follows from its key"),
        }
    }

    fn select_listed(&self, node: NodeId, first: EdgeId, count: u32, random: &mut Random) -> EdgeId {
        let edges = &self.edges[first as usize..(first + count) as usize];
        let node = &self.nodes[node as usize];
        if self.search.first_play == FirstPlay::Unvisited {
            let untried = edges.iter().filter(|edge| edge.visits == 0).count();
            if untried > 0 {
                let nth = random.below(untried as u64) as usize;
                let tries = edges.iter().enumerate().filter(|(_, edge)| edge.visits == 0);
                return first + tries.map(|(index, _)| index as EdgeId).nth(nth).expect("counted");
            }
        }
        let log = libm::log(f64::from(node.visits.max(1)));
        let value = |edge: &Edge<P::Move>| self.upper_bound(edge.visits, edge.total, log, node);
        best_by(first..first + count, |&edge| value(&self.edges[edge as usize]), random).expect("a move")
    }

    fn select_scattered(&mut self, node: NodeId, moves: &[P::Move], random: &mut Random) -> EdgeId {
        let known: Vec<Option<EdgeId>> =
            moves.iter().map(|&chosen| self.scattered.get(&(node, chosen)).copied()).collect();
        for edge in known.iter().flatten() {
            self.edges[*edge as usize].available += 1;
        }
        let untried = known.iter().filter(|edge| edge.is_none()).count();
        if untried > 0 && self.search.first_play == FirstPlay::Unvisited {
            let nth = random.below(untried as u64) as usize;
            let mut tries = moves.iter().zip(&known).filter(|(_, edge)| edge.is_none());
            let (&chosen, _) = tries.nth(nth).expect("counted");
            return self.add_scattered(node, chosen);
        }
        // An open-loop tree counts the visits of the moves that are legal now, the others how often a move was legal.
        let legal_visits: u32 = match self.observer {
            Observer::Moves => known.iter().flatten().map(|&edge| self.edges[edge as usize].visits).sum(),
            _ => 0,
        };
        let node_id = node;
        let node = &self.nodes[node as usize];
        let value = |edge: Option<EdgeId>| match edge.map(|edge| &self.edges[edge as usize]) {
            Some(edge) => {
                let chances = if self.observer == Observer::Moves { legal_visits } else { edge.available };
                self.upper_bound(edge.visits, edge.total, libm::log(f64::from(chances.max(1))), node)
            }
            None => self.upper_bound(0, 0.0, libm::log(f64::from(node.visits.max(1))), node),
        };
        let index = best_by(0..moves.len(), |&index| value(known[index]), random).expect("a seat is to act");
        known[index].unwrap_or_else(|| self.add_scattered(node_id, moves[index]))
    }

    /// UCB1 (Auer, Cesa-Bianchi and Fischer 2002): mean + c sqrt(ln N / n). An untried move counts as tried once, with the
    /// first-play value as its mean.
    fn upper_bound(&self, visits: u32, total: f64, log: f64, node: &Node) -> f64 {
        let mean = if visits > 0 {
            total / f64::from(visits)
        } else {
            match self.search.first_play {
                FirstPlay::Unvisited => f64::INFINITY,
                FirstPlay::Parent => node.total / f64::from(node.visits.max(1)),
                FirstPlay::Value(value) => value,
            }
        };
        mean + self.search.c * (log / f64::from(visits.max(1))).sqrt()
    }

    fn add_edge(&mut self, chosen: P::Move) -> EdgeId {
        self.edges.push(Edge::new(chosen));
        self.edges.len() as EdgeId - 1
    }

    fn add_scattered(&mut self, node: NodeId, chosen: P::Move) -> EdgeId {
        let edge = self.add_edge(chosen);
        self.edges[edge as usize].available = 1;
        self.scattered.insert((node, chosen), edge);
        edge
    }
}

fn add(sum: &mut Rewards, rewards: &Rewards) {
    for (total, reward) in sum.iter_mut().zip(rewards) {
        *total += reward;
    }
}

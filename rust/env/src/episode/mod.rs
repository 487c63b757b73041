//! [`Episode`]: a game in progress, played one number at a time.

mod resampling;
mod telling;

use std::sync::Arc;

use spielwerk::common::{Actions, Faults, Seat, Seats, StepOf, Turn, Uniform, View, Word};
use spielwerk_search::Random;

use crate::entry::{EVERYBODY, only};
use crate::{Entry, Piece, Sees, Stepwise};

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// This seat. In games with simultaneous choice the seats are asked one after the other, none seeing what others chose.
    Seat(Seat),
    /// Chance.
    Chance,
    /// Nobody: the game is over, or was cut.
    Over,
}

/// Legal moves with their words, in the order of the words.
type Spelled<P> = Arc<[(Word, <P as spielwerk::common::Position>::Move)]>;

/// A game in progress, played one number at a time.
///
/// ```
/// use spielwerk::lokus::Options;
/// use spielwerk::common::Position;
/// use spielwerk_env::{Actor, Episode};
/// use spielwerk_search::Random;
///
/// let mut random = Random::seeded(1);
/// let mut episode = Episode::new(spielwerk::lokus::Position::start(&Options::new(3))?, None)?;
/// episode.settle(&mut random);
/// let Actor::Seat(seat) = episode.actor() else { panic!("all cards are dealt") };
/// assert_eq!(episode.legal_actions().len(), 11);
/// let card = episode.legal_actions()[0];
/// episode.step(card)?;
/// assert_ne!(episode.actor(), Actor::Seat(seat));
/// # Ok::<(), spielwerk::common::Faults>(())
/// ```
#[derive(Clone, Debug)]
pub struct Episode<P: Stepwise> {
    start: Arc<P>,
    position: P,
    /// The ids of the move that is being spelled.
    word: Word,
    /// The outcomes of the event that is under way.
    parts: Vec<u16>,
    history: Vec<Entry>,
    /// The legal moves of the seat to act in the order of their words, once they were asked for.
    moves: Option<Spelled<P>>,
    /// Those of them that begin with `word`.
    spelled: (usize, usize),
    played: u32,
    most_moves: u32,
    /// How many floats tell what a seat knows.
    width: usize,
}

/// Equal are episodes with the same start, history and limit.
impl<P: Stepwise> PartialEq for Episode<P> {
    fn eq(&self, other: &Self) -> bool {
        self.start == other.start && self.history == other.history && self.most_moves == other.most_moves
    }
}

impl<P: Stepwise> Eq for Episode<P> {}

impl<P: Stepwise> Episode<P> {
    /// An episode that begins at this position and is cut after `most_moves` moves; without a number, after
    /// [`Stepwise::MOST_MOVES`].
    ///
    /// # Errors
    ///
    /// Every reason why none can begin there.
    pub fn new(start: P, most_moves: Option<u32>) -> Result<Self, Faults> {
        start.faults().into_result()?;
        let mut episode = Self {
            position: start.clone(),
            start: Arc::new(start),
            word: Word::EMPTY,
            parts: Vec::new(),
            history: Vec::new(),
            moves: None,
            spelled: (0, 0),
            played: 0,
            most_moves: most_moves.unwrap_or(P::MOST_MOVES),
            width: 0,
        };
        episode.width = episode.pieces().iter().map(Piece::len).sum();
        Ok(episode)
    }

    /// Where the episode began.
    pub fn start(&self) -> &P {
        &self.start
    }

    /// Where the game is, before the move that is being spelled and the event that is under way.
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// The move that is being spelled, as far as it is.
    pub const fn word(&self) -> Word {
        self.word
    }

    /// What happened, in order.
    pub fn history(&self) -> &[Entry] {
        &self.history
    }

    /// After so many moves the episode is cut.
    pub const fn most_moves(&self) -> u32 {
        self.most_moves
    }

    /// How many action ids the game has.
    pub const fn action_count(&self) -> u16 {
        P::ACTIONS
    }

    /// How many outcome ids the game has.
    pub const fn outcome_count(&self) -> u16 {
        P::OUTCOMES
    }

    /// How many outcomes there can be at once at most.
    pub const fn most_outcomes(&self) -> u16 {
        P::MOST_OUTCOMES
    }

    /// An action as text; `None` for a number that is no action id.
    pub fn action_name(&self, action: u16) -> Option<String> {
        P::action_name(action)
    }

    /// An outcome as text; `None` for a number that is no outcome id.
    pub fn outcome_name(&self, outcome: u16) -> Option<String> {
        P::outcome_name(outcome)
    }

    /// How many moves were played.
    pub const fn moves_played(&self) -> u32 {
        self.played
    }

    /// The number of players.
    pub fn players(&self) -> u8 {
        self.position.players()
    }

    /// Whether the episode was cut before the game was over.
    pub fn is_cut(&self) -> bool {
        self.played >= self.most_moves && self.position.turn() != Turn::Over
    }

    /// Who acts next.
    pub fn actor(&self) -> Actor {
        match self.position.turn() {
            _ if self.played >= self.most_moves => Actor::Over,
            Turn::Seat(seat) => Actor::Seat(seat),
            Turn::Chance => Actor::Chance,
            Turn::Over => Actor::Over,
        }
    }

    /// Whether all seats decide at once now, and none has decided yet.
    pub fn is_joint(&self) -> bool {
        self.played < self.most_moves && self.position.is_joint()
    }

    /// The actions of the seat to act, in ascending order; empty when no seat is to act.
    pub fn legal_actions(&mut self) -> Vec<u16> {
        let Actor::Seat(_) = self.actor() else { return Vec::new() };
        self.list();
        let Some(moves) = &self.moves else { return Vec::new() };
        distinct(&moves[self.spelled.0..self.spelled.1], self.word.len())
    }

    /// The actions of a seat that decides together with all others; empty unless all decide at once now.
    pub fn joint_actions(&self, seat: Seat) -> Vec<u16> {
        if !self.is_joint() || seat.index() >= usize::from(self.players()) {
            return Vec::new();
        }
        self.position
            .view(seat)
            .legal_moves()
            .into_iter()
            .filter_map(|chosen| P::word(chosen).get(0))
            .collect()
    }

    /// The outcomes that chance may bring next, in ascending order with their weights; empty when chance is not to act.
    pub fn outcomes(&self) -> Vec<(u16, u32)> {
        if self.actor() == Actor::Chance { self.position.outcomes(&self.parts) } else { Vec::new() }
    }

    /// An outcome drawn with its probability.
    ///
    /// # Errors
    ///
    /// Fault `not_a_chance` unless chance is to act.
    pub fn sample_outcome(&self, random: &mut Random) -> Result<u16, Faults> {
        let outcomes = self.outcomes();
        let total: u64 = outcomes.iter().map(|&(_, weight)| u64::from(weight)).sum();
        if total == 0 {
            return Err(fault("", "not_a_chance", "chance is not to act".into()));
        }
        let mut drawn = random.below(total);
        let drawn = outcomes.into_iter().find(|&(_, weight)| {
            let found = drawn < u64::from(weight);
            drawn = drawn.wrapping_sub(weight.into());
            found
        });
        Ok(drawn.map_or(0, |(outcome, _)| outcome))
    }

    /// Lets chance do all it has to do before a seat decides or the episode is over.
    pub fn settle(&mut self, random: &mut Random) {
        while let Ok(outcome) = self.sample_outcome(random) {
            self.happen(outcome);
        }
    }

    /// Takes an action when a seat is to act, an outcome when chance is.
    ///
    /// # Errors
    ///
    /// Faults `illegal_action`, `impossible_outcome`, `episode_over`; nothing has changed then.
    pub fn step(&mut self, id: u16) -> Result<(), Faults> {
        match self.actor() {
            Actor::Over => Err(fault("", "episode_over", "the episode is over".into())),
            Actor::Chance => {
                if !self.position.may_come(&self.parts, id) {
                    let name = P::outcome_name(id).map_or_else(String::new, |name| format!(" ({name})"));
                    return Err(fault("", "impossible_outcome", format!("{id}{name} can't come now")));
                }
                self.happen(id);
                Ok(())
            }
            Actor::Seat(seat) => {
                self.list();
                let Some(moves) = &self.moves else { return Ok(()) };
                let place = self.word.len();
                let (low, high) = self.spelled;
                let list = &moves[low..high];
                let first = list.partition_point(|(word, _)| word.get(place) < Some(id));
                let beyond = list.partition_point(|(word, _)| word.get(place) <= Some(id));
                if first == beyond {
                    return Err(illegal::<P>(id, seat, &distinct(list, place)));
                }
                let (word, chosen) = list[first];
                self.spelled = (low + first, low + beyond);
                self.note(seat, id);
                self.word = self.word.with(id);
                if word.len() == self.word.len() {
                    self.finish(chosen);
                }
                Ok(())
            }
        }
    }

    /// Takes an action for every seat, all of which decide at once.
    ///
    /// # Errors
    ///
    /// Faults `not_joint`, `wrong_action_count`, `illegal_action` with the path `actions[seat]`; nothing has changed then.
    pub fn step_jointly(&mut self, actions: &[u16]) -> Result<(), Faults> {
        let players = usize::from(self.players());
        if !self.is_joint() {
            return Err(fault("", "not_joint", "the seats don't decide at once now".into()));
        }
        if actions.len() != players {
            let message = format!("{} actions; {players} seats decide", actions.len());
            return Err(fault("actions", "wrong_action_count", message));
        }
        let mut faults = Faults::default();
        for (seat, &action) in Seats::new(self.players()).zip(actions) {
            let legal = self.joint_actions(seat);
            if !legal.contains(&action) {
                faults.extend(illegal::<P>(action, seat, &legal).inside(&format!("actions[{seat}]")));
            }
        }
        faults.into_result()?;
        for _ in actions {
            let Actor::Seat(seat) = self.actor() else { break };
            self.step(actions[seat.index()])?;
        }
        Ok(())
    }

    /// The points by seat if the game ended now; more is better.
    pub fn points(&self) -> Vec<f64> {
        self.position.points()
    }

    /// The share of the win by seat if the game ended now: 1 for a sole winner, equal parts for a tie, 0 for losers.
    pub fn shares(&self) -> Vec<f64> {
        let points = self.points();
        let most = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let winners = points.iter().filter(|&&own| own >= most).count() as f64;
        points.into_iter().map(|own| if own >= most { 1.0 / winners } else { 0.0 }).collect()
    }

    /// The episode from the same start with these actions and outcomes.
    ///
    /// # Errors
    ///
    /// The faults of the first step that can't be taken, with the path `history[i]`.
    pub fn replay(&self, ids: &[u16]) -> Result<Self, Faults> {
        let mut episode = self.fresh(Arc::clone(&self.start));
        for (index, &id) in ids.iter().enumerate() {
            episode.step(id).map_err(|faults| faults.inside(&format!("history[{index}]")))?;
        }
        Ok(episode)
    }

    fn fresh(&self, start: Arc<P>) -> Self {
        Self {
            position: (*start).clone(),
            start,
            word: Word::EMPTY,
            parts: Vec::new(),
            history: Vec::with_capacity(self.history.len()),
            moves: None,
            spelled: (0, 0),
            played: 0,
            most_moves: self.most_moves,
            width: self.width,
        }
    }

    /// Lists the legal moves of the seat to act, unless that is done.
    fn list(&mut self) {
        if self.moves.is_none() {
            let moves = self.position.legal_moves();
            let mut moves: Vec<(Word, P::Move)> =
                moves.into_iter().map(|chosen| (P::word(chosen), chosen)).collect();
            moves.sort_unstable_by_key(|&(word, _)| word);
            self.spelled = (0, moves.len());
            self.moves = Some(moves.into());
        }
    }

    fn note(&mut self, seat: Seat, action: u16) {
        let (seen, secret) = match P::action_seen(self.word, action) {
            Sees::All => (EVERYBODY, false),
            Sees::Own => (only(seat), false),
            Sees::OwnForNow => (only(seat), true),
        };
        self.history.push(Entry { seat: Some(seat), by_chance: false, id: action, seen, secret });
    }

    /// The move is spelled to its end.
    fn finish(&mut self, chosen: P::Move) {
        let step = StepOf::Move(chosen);
        let mover = self.position.turn().seat();
        let others_see = Seats::new(self.players())
            .any(|seat| Some(seat) != mover && self.position.sight(&step, seat).is_some());
        self.position.play(chosen);
        if others_see {
            for entry in self.history.iter_mut().rev().take_while(|entry| entry.secret) {
                (entry.seen, entry.secret) = (EVERYBODY, false);
            }
        }
        self.word = Word::EMPTY;
        self.moves = None;
        self.played += 1;
    }

    /// An outcome that can come.
    fn happen(&mut self, outcome: u16) {
        let (seat, seen) = (self.position.receiver(), self.position.outcome_seen());
        self.history.push(Entry { seat, by_chance: true, id: outcome, seen, secret: false });
        self.parts.push(outcome);
        if let Some(event) = self.position.event(&self.parts) {
            self.position.apply(&event);
            self.parts.clear();
        }
    }
}

/// The ids at this place of the words, each once. The words are in order and as long as that.
fn distinct<M>(mut moves: &[(Word, M)], place: usize) -> Vec<u16> {
    let mut actions = Vec::new();
    while let Some((word, _)) = moves.first() {
        let action = word.get(place);
        actions.extend(action);
        let same = moves.partition_point(|(word, _)| word.get(place) <= action);
        moves = &moves[same..];
    }
    actions
}

fn illegal<P: Actions>(action: u16, seat: Seat, legal: &[u16]) -> Faults {
    const NAMED: usize = 20;
    let name = P::action_name(action).map_or_else(String::new, |name| format!(" ({name})"));
    let mut listed: Vec<String> = legal.iter().take(NAMED).map(u16::to_string).collect();
    if legal.len() > NAMED {
        listed.push(format!("and {} more", legal.len() - NAMED));
    }
    let message = format!("{action}{name} is not legal for seat {seat} now; legal: {}", listed.join(", "));
    fault("", "illegal_action", message)
}

fn fault(path: &str, slug: &'static str, message: String) -> Faults {
    let mut faults = Faults::default();
    faults.add(path, "", slug, message);
    faults
}

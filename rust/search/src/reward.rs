//! [`Reward`]: how a search values an end, always in the range 0 to 1.

use spielwerk::common::MAX_SEATS;

use crate::Judgement;
use crate::named::named;

/// The rewards of all seats, by seat, each in the range 0 to 1; 0 for seats that do not exist.
pub(crate) type Rewards = [f64; MAX_SEATS];

/// How a search values an end, in the range 0 to 1. The exploration constant means something only beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Reward {
    /// `win`: the seat's share of the win; 1 for a sole winner, 0 for a loser.
    #[default]
    Win,
    /// `margin`: 1/2 + m / 2(|m| + s) for a seat that is m points ahead of the best other, where s is the game's
    /// [`Judgement::MARGIN`]: 1/2 when level, 3/4 when s ahead.
    Margin,
}

impl Reward {
    /// The rewards if the game ended now.
    pub(crate) fn of<P: Judgement>(self, position: &P) -> Rewards {
        let mut rewards = [0.0; MAX_SEATS];
        match (self, position.outcome()) {
            (Self::Win, Some(outcome)) => {
                for (reward, share) in rewards.iter_mut().zip(outcome.shares()) {
                    *reward = share;
                }
            }
            // A rollout that was cut off: whoever is ahead counts as the winner.
            (Self::Win, None) => {
                let margins = position.margins();
                let leaders = margins.iter().filter(|&&margin| margin >= 0).count() as f64;
                for (reward, &margin) in rewards.iter_mut().zip(&margins) {
                    *reward = if margin >= 0 { 1.0 / leaders } else { 0.0 };
                }
            }
            (Self::Margin, _) => {
                for (reward, &margin) in rewards.iter_mut().zip(&position.margins()) {
                    let margin = margin as f64;
                    *reward = 0.5 + 0.5 * margin / (margin.abs() + P::MARGIN);
                }
            }
        }
        rewards
    }
}

named!(Reward { Win = "win", Margin = "margin" });

//! In how many ways dice can show what is wanted: the weights of the narrow cases.

use std::sync::LazyLock;

/// For each way to want `n` dice of certain faces (an ordered list of counts that sum to `n`), the weights of all cases.
///
/// A case says of each wanted face how many dice show it, counted no further than it is wanted. Its weight is the number of ordered rolls
/// of `n` dice that fall under it. Cases stand in the order of their counts as a number whose first face is the lowest digit.
static WEIGHTS: LazyLock<Vec<Vec<u16>>> = LazyLock::new(|| {
    let mut tables = vec![Vec::new(); 128];
    let mut wanted = Vec::new();
    fill(&mut wanted, 0, &mut tables);
    tables
});

fn fill(wanted: &mut Vec<u8>, total: u8, tables: &mut [Vec<u16>]) {
    tables[key(wanted)] = of_wanted(wanted);
    for next in 1..=6 - total {
        wanted.push(next);
        fill(wanted, total + next, tables);
        wanted.pop();
    }
}

/// The weights for these wants; each is at least 1 and they sum to the number of dice, at most 6.
pub(super) fn weights(wanted: &[u8]) -> &'static [u16] {
    &WEIGHTS[key(wanted)]
}

/// A number below 128 for each list: each want in unary, a one and zeros, with a one in front.
fn key(wanted: &[u8]) -> usize {
    wanted.iter().fold(1, |key, &count| ((key << 1) | 1) << (count - 1))
}

fn of_wanted(wanted: &[u8]) -> Vec<u16> {
    let dice: u8 = wanted.iter().sum();
    let cases: usize = wanted.iter().map(|&count| usize::from(count) + 1).product();
    (0..cases)
        .map(|case| {
            // ways[d]: in how many ways d of the dice can be set aside and show the faces looked at so far.
            let mut ways = vec![0_u32; usize::from(dice) + 1];
            ways[0] = 1;
            let mut digits = case;
            for &most in wanted {
                let shown = digits % (usize::from(most) + 1);
                digits /= usize::from(most) + 1;
                let up_to = if shown == usize::from(most) { usize::from(dice) } else { shown };
                let mut next = vec![0; ways.len()];
                for (taken, &count) in ways.iter().enumerate() {
                    for here in shown..=up_to.min(usize::from(dice) - taken) {
                        next[taken + here] += count * choose(usize::from(dice) - taken, here);
                    }
                }
                ways = next;
            }
            let others = 6 - wanted.len() as u32;
            let rolls = |(taken, &count): (usize, &u32)| count * others.pow(u32::from(dice) - taken as u32);
            ways.iter().enumerate().map(rolls).sum::<u32>() as u16
        })
        .collect()
}

fn choose(n: usize, k: usize) -> u32 {
    (0..k).fold(1, |product, i| product * (n - i) as u32 / (i as u32 + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_sum_to_all_rolls() {
        for wanted in [&[][..], &[1], &[6], &[1, 1, 1, 1, 1, 1], &[2, 1, 3], &[1, 4], &[3, 3], &[2, 2]] {
            let dice: u8 = wanted.iter().sum();
            let total: u32 = weights(wanted).iter().map(|&weight| u32::from(weight)).sum();
            assert_eq!(total, 6_u32.pow(u32::from(dice)), "{wanted:?}");
        }
    }

    #[test]
    fn a_case_counts_no_further_than_is_wanted() {
        // Two dice, one face wanted twice: no such die 25, one 10, both 1.
        assert_eq!(weights(&[2]), [25, 10, 1]);
        // Two dice, two faces wanted once each: neither 16; only the first 9 (1-1 and 1-x, x-1), only the second 9, both 2.
        assert_eq!(weights(&[1, 1]), [16, 9, 9, 2]);
    }
}

//! The turn solver against exact values reckoned elsewhere: `tests/data/schraube/odds.jsonl` and the anchors below.

use spielwerk::schraube::{Face, Pile};
use spielwerk_search::schraube::odds::{self, CLASSES, Class};
use spielwerk_search::schraube::{Objective, Ratio, TurnSolver, TurnState};

fn layout(text: &str) -> [Face; 6] {
    let faces: Vec<Face> = text.bytes().map(|digit| Face::new(digit - b'0').unwrap()).collect();
    faces.try_into().unwrap()
}

/// The start of a turn whose chain shows these faces; the figure stands on pile 5, so pile 0 is next.
fn start(faces: &str, rerolls: u8) -> TurnState {
    TurnState::start(Pile::new(5).unwrap(), layout(faces), rerolls + 1)
}

fn exact(faces: &str, rerolls: u8, objective: &Objective<Ratio>) -> Ratio {
    TurnSolver::new(start(faces, rerolls)).unwrap().solve_exact(objective).unwrap().worth
}

#[test]
fn exact_anchors_hold() {
    let full = Objective::full_circle();
    let run = Objective::run();
    assert_eq!(exact("123456", 0, &full), Ratio::new(5, 324));
    assert_eq!(exact("123456", 1, &full), Ratio::new(223_415, 2_519_424));
    assert_eq!(exact("123456", 2, &full), Ratio::new(3_856_086_575, 19_591_041_024));
    assert_eq!(exact("111111", 2, &full), Ratio::new(91_i128.pow(6), 216_i128.pow(6)));
    assert_eq!(exact("111111", 2, &full), Ratio::new(567_869_252_041, 101_559_956_668_416));
    for halves in ["112233", "123123"] {
        assert_eq!(exact(halves, 2, &full), Ratio::new(6_217_930_093, 69_657_034_752));
    }
    assert_eq!(exact("123456", 2, &run), Ratio::new(20_017_771_726_421, 5_642_219_814_912));
    assert_eq!(exact("111111", 1, &run), Ratio::new(11, 6));
    assert_eq!(exact("111111", 2, &run), Ratio::new(91, 36));
}

#[test]
fn doubles_reach_the_anchors_of_many_layouts() {
    // Layout, then P(full circle) and E[run] with one and with two rerolls.
    let rows = [
        ("123456", 0.088_677_015_064, 2.717_487_017, 0.196_829_079_694, 3.547_853_927),
        ("112345", 0.058_867_985_963, 2.294_337_631, 0.148_754_933_535, 3.176_577_392),
        ("123451", 0.058_867_985_963, 2.708_202_918, 0.148_754_933_535, 3.538_630_184),
        ("112233", 0.026_726_719_083, 2.187_019_843, 0.089_264_926_581, 3.041_950_789),
        ("123123", 0.026_726_719_083, 2.566_067_986, 0.089_264_926_581, 3.390_588_273),
        ("111222", 0.009_497_666_192, 1.942_214_633, 0.042_311_119_904, 2.731_738_973),
        ("121212", 0.009_497_666_192, 2.344_415_408, 0.042_311_119_904, 3.152_023_354),
        ("111112", 0.003_232_818_405, 1.834_849_803, 0.016_752_546_257, 2.533_480_584),
    ];
    for (faces, full_1, run_1, full_2, run_2) in rows {
        let solver = TurnSolver::new(start(faces, 2)).unwrap();
        let full = solver.worth_by_rerolls(&Objective::full_circle());
        let run = solver.worth_by_rerolls(&Objective::run());
        for (found, expected, digits) in [
            (full[1], full_1, 5e-13),
            (full[2], full_2, 5e-13),
            (run[1], run_1, 5e-10),
            (run[2], run_2, 5e-10),
        ] {
            assert!((found - expected).abs() <= digits, "{faces}: {found} is not {expected}");
        }
    }
}

#[test]
fn means_over_uniform_faces_hold() {
    let mut means = [[0.0_f64; 4]; 2];
    for odds in odds::table(3) {
        let share = f64::from(odds.class.layouts()) / 46_656.0;
        for (means, worths) in means.iter_mut().zip([odds.full_circle, odds.run]) {
            means.iter_mut().zip(worths).for_each(|(mean, worth)| *mean += share * worth);
        }
    }
    let expected = [
        [0.004_064_823_503, 0.037_659_835_020, 0.107_054_722_511, 0.197_575_179_537],
        [1.365_507_789_567, 2.489_612_582_006, 3.314_883_307_548, 3.919_422_530_250],
    ];
    for (found, expected) in means.iter().flatten().zip(expected.iter().flatten()) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }
}

#[test]
fn best_chances_to_stop_exactly_at_a_pile_hold() {
    let solver = TurnSolver::new(start("123456", 2)).unwrap();
    for (run, expected) in (1..=6).zip([0.394, 0.424, 0.430, 0.416, 0.350, 0.197]) {
        let found = solver.solve(&Objective::stop_at(run));
        assert!((found.worth - expected).abs() < 5e-4, "{run}: {}", found.worth);
        assert!((found.worth - found.ends[usize::from(run)]).abs() < 1e-12);
    }
    // At least one card: nothing but six dice and three rolls for one face.
    let at_least_one = solver.solve(&Objective::ends([0.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]));
    assert!((at_least_one.worth - 0.962_439).abs() < 5e-7);
}

/// FNV-1a over the scaled integers of all classes: first the chance of a full circle, then the expected run, each times
/// 6^(6(R+1)), as 16 little-endian bytes.
fn signature(rerolls: u8) -> u64 {
    let odds: Vec<_> =
        Class::all().into_iter().map(|class| odds::of_class_exact(class, rerolls).unwrap()).collect();
    let full = odds.iter().map(|odds| odds.full_circle[usize::from(rerolls)]);
    let run = odds.iter().map(|odds| odds.run[usize::from(rerolls)]);
    let scale = 6_i128.pow(6 * (u32::from(rerolls) + 1));
    full.chain(run)
        .flat_map(|ratio| (ratio.numerator() * (scale / ratio.denominator())).to_le_bytes())
        .fold(14_695_981_039_346_656_037, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
        })
}

#[test]
fn all_203_classes_have_the_published_signature() {
    assert_eq!(Class::all().len(), CLASSES);
    let expected =
        [0x3d6a_d076_ad0c_e6b0, 0x5ac8_8e13_6366_c78a, 0x1773_a61a_6c51_40cf, 0x6323_7de1_903b_15f6];
    for (rerolls, expected) in (0..4).zip(expected) {
        assert_eq!(signature(rerolls), expected, "{rerolls} rerolls");
    }
}

#[test]
fn every_line_of_the_vectors_holds() {
    let path = format!("{}/../../tests/data/schraube/odds.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(text.lines().count(), 42);
    for line in text.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let faces = case["chain_faces"].as_array().unwrap().iter();
        let faces: String = faces.map(|face| face.as_u64().unwrap().to_string()).collect();
        let rerolls = case["rerolls"].as_u64().unwrap() as u8;
        let solver = TurnSolver::new(start(&faces, rerolls)).unwrap();
        for (name, exact, double) in [
            (
                "full_circle",
                solver.solve_exact(&Objective::full_circle()),
                solver.solve(&Objective::full_circle()),
            ),
            ("expected_run", solver.solve_exact(&Objective::run()), solver.solve(&Objective::run())),
        ] {
            assert_eq!(
                case[name].as_str().unwrap(),
                exact.unwrap().worth.to_string(),
                "{} {name}",
                case["id"]
            );
            let decimal: f64 = case[format!("{name}_decimal")].as_str().unwrap().parse().unwrap();
            assert!((double.worth / decimal - 1.0).abs() < 1e-13, "{} {name}", case["id"]);
        }
    }
}

//! The methods that games and what a seat saw of them have in common, written once.

/// Writes the classes `Game` and `Seen` of one game for [`classes!`](crate::contract::classes).
macro_rules! records {
    (
        $rules:ty, $module:literal;
        $(#[$game_doc:meta])* game;
        $(#[$seen_doc:meta])* seen;
    ) => {
        $(#[$game_doc])*
        #[pyclass(eq, module = $module)]
        #[derive(Clone)]
        pub(crate) struct Game {
            start: $rules,
            position: $rules,
            steps: Vec<contract::Step<$rules>>,
            undos: Vec<<$rules as contract::Position>::Undo>,
        }

        $(#[$seen_doc])*
        #[pyclass(frozen, eq, module = $module)]
        #[derive(Clone, PartialEq)]
        pub(crate) struct Seen(contract::Seen<<$rules as contract::Position>::View>);

        impl PartialEq for Game {
            fn eq(&self, other: &Self) -> bool {
                self.start == other.start && self.steps == other.steps
            }
        }

        impl Game {
            fn record(&self) -> contract::Record<$rules> {
                contract::Record { start: self.start.clone(), steps: self.steps.clone() }
            }
        }

        #[pymethods]
        impl Game {
            /// A game without steps.
            #[new]
            fn new(start: &Position) -> Self {
                let (start, position) = (start.0.clone(), start.0.clone());
                Self { start, position, steps: Vec::new(), undos: Vec::new() }
            }

            /// Reads a record and plays all its steps with full checks.
            ///
            /// The message of a refusal begins with the line, counted from 1, and the step, counted from 0.
            ///
            /// Raises:
            ///     ParseError: If a line is not in the grammar.
            ///     InvalidInputError: If a step can't have happened; its fault's path is ``steps[i]``.
            #[staticmethod]
            fn parse(text: $crate::reading::Text<'_>) -> PyResult<Self> {
                let record: contract::Record<$rules> = parse(Kind::Other, &text)?;
                let (start, mut position) = (record.start.clone(), record.start);
                let undos = record
                    .steps
                    .iter()
                    .map(|step| match step {
                        contract::StepOf::Move(chosen) => contract::Position::play(&mut position, *chosen),
                        contract::StepOf::Event(event) => contract::Position::apply(&mut position, event),
                    })
                    .collect();
                Ok(Self { start, position, steps: record.steps, undos })
            }

            /// The game with this start and these steps, each fully checked.
            ///
            /// Args:
            ///     start: The first position.
            ///     steps: Moves and events, or their texts.
            ///
            /// Raises:
            ///     ReplayError: At the first step that can't have happened; ``index`` is its number and ``__cause__``
            ///         tells why.
            #[staticmethod]
            fn replay(start: &Position, steps: &Bound<'_, PyAny>) -> PyResult<Self> {
                let mut game = Self::new(start);
                for (index, step) in steps.try_iter()?.enumerate() {
                    game.push(&step?).map_err(|reason| Error::replay(steps.py(), index, reason))?;
                }
                Ok(game)
            }

            /// Takes a step: a move when a seat is to act, an event when chance is.
            ///
            /// Args:
            ///     step: A move, an event, or the text of either.
            ///
            /// Raises:
            ///     IllegalMoveError: If the move breaks rules.
            ///     ImpossibleEventError: If the event can't happen now.
            ///     ParseError: If the text is neither.
            fn push(&mut self, step: &Bound<'_, PyAny>) -> PyResult<()> {
                let (step, undo) = $crate::contract::take(&mut self.position, step)?;
                self.steps.push(step);
                self.undos.push(undo);
                Ok(())
            }

            /// Takes back the last step and returns it.
            ///
            /// Raises:
            ///     IndexError: If there is none.
            fn pop(&mut self, py: Python<'_>) -> PyResult<Py<PyAny>> {
                let (Some(step), Some(undo)) = (self.steps.pop(), self.undos.pop()) else {
                    return Err(PyIndexError::new_err("no step to take back"));
                };
                contract::Position::undo(&mut self.position, undo);
                $crate::contract::step_object::<$rules>(py, &step)
            }

            /// Lets chance do all it has to do before a seat decides or the game is over.
            fn settle(&mut self, py: Python<'_>, random: &Random) {
                while contract::Position::turn(&self.position) == contract::Turn::Chance {
                    let event = contract::Position::sample(&self.position, &mut *random.lock(py));
                    self.undos.push(contract::Position::apply(&mut self.position, &event));
                    self.steps.push(contract::StepOf::Event(event));
                }
            }

            /// Where the game began.
            #[getter]
            fn start(&self) -> Position {
                Position(self.start.clone())
            }

            /// Where the game is now.
            #[getter]
            fn position(&self) -> Position {
                Position(self.position.clone())
            }

            /// What happened, in order: moves and events.
            #[getter]
            fn steps<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let steps = self.steps.iter().map(|step| $crate::contract::step_object::<$rules>(py, step));
                PyTuple::new(py, steps.collect::<PyResult<Vec<_>>>()?)
            }

            /// Who is to act: the number of a seat, ``Turn.CHANCE`` or ``Turn.OVER``.
            #[getter]
            fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                $crate::common::turn(py, contract::Position::turn(&self.position))
            }

            /// Whether the game is over.
            #[getter]
            fn is_over(&self) -> bool {
                contract::Position::turn(&self.position) == contract::Turn::Over
            }

            /// The legal moves of the seat to act; empty when no seat is to act.
            #[getter]
            fn legal_moves(&self) -> Moves {
                Moves::over($crate::contract::Listed::<$rules, _>::new(self.position.list()))
            }

            /// Judges a move without playing it, like ``Position.check``.
            fn check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Verdict> {
                let attempt = <$rules>::attempt(r#move)?;
                let answer = contract::Position::check(&self.position, &attempt);
                Ok(Verdict::of::<$rules>(answer, contract::Position::players(&self.position)))
            }

            /// The result once the game is over, ``None`` before.
            #[getter]
            fn outcome(&self, py: Python<'_>) -> PyResult<Option<Outcome>> {
                $crate::contract::outcome(py, &self.position)
            }

            /// The same game as one seat may tell it: its first view and what it saw of the steps.
            ///
            /// Raises:
            ///     InvalidInputError: If there is no such seat, or the record hides what that seat knows.
            fn seen_by(&self, seat: $crate::reading::Number) -> PyResult<Seen> {
                let seat = $crate::contract::seat_of(&self.start, seat)?;
                // A hand that is known stays known.
                $crate::contract::view(&self.start, seat)?;
                // Every step was checked when it was taken.
                self.record().seen_by(seat).map(Seen).map_err(|error| {
                    Error::Invalid { what: Kind::Other, faults: $crate::contract::replay_faults(&error) }.into()
                })
            }

            /// The record as text: the first position, then a line a step. ``parse`` reads it back.
            #[getter]
            fn text(&self) -> String {
                self.record().to_string()
            }

            fn __len__(&self) -> usize {
                self.steps.len()
            }

            fn __bool__(&self) -> bool {
                true
            }

            fn __str__(&self) -> String {
                self.text()
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                Ok(format!("Game.parse({})", text_repr(py, &self.text())?))
            }

            fn __copy__(&self) -> Self {
                self.clone()
            }

            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
                self.clone()
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
                let read = slf.get_type().getattr(intern!(slf.py(), "parse"))?;
                Ok((read, (slf.try_borrow()?.text(),).into_pyobject(slf.py())?))
            }
        }

        #[pymethods]
        impl Seen {
            /// The first view.
            #[getter]
            fn start(&self) -> View {
                View(self.0.start.clone())
            }

            /// What the seat saw, in order.
            #[getter]
            fn sights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                PyTuple::new(py, self.0.sights.iter().cloned().map(Sight))
            }

            /// The last view, reached by following all sights.
            fn replay(&self) -> PyResult<View> {
                self.0.replay().map(View).map_err(|(index, faults)| {
                    let faults = faults.inside(&format!("sights[{index}]"));
                    Error::Invalid { what: Kind::Event, faults }.into()
                })
            }

            /// A 64-bit hash of everything that the seat has seen, in order (perfect recall).
            ///
            /// Games that the seat can't tell apart have equal keys.
            #[getter]
            fn key(&self) -> u64 {
                self.0.key()
            }

            fn __len__(&self) -> usize {
                self.0.sights.len()
            }

            fn __bool__(&self) -> bool {
                true
            }

            fn __str__(&self) -> String {
                self.0.to_string()
            }

            fn __hash__(&self) -> u64 {
                self.0.key()
            }
        }

        $crate::values::text_value!(Seen, parse = Kind::Other);
    };
}

pub(crate) use records;

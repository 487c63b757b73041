//! The methods that positions, views and sights have in common, written once.

/// Writes the classes of one game: `Position`, `View`, `Sight`, `Game` and `Seen`, each with the documentation given.
///
/// The invoking module brings `P`, the position of the rules, which implements [`Bridge`](crate::contract::Bridge), and adds
/// what only its game has in methods of its own.
macro_rules! classes {
    (
        $rules:ty, $module:literal, options = $options:ty;
        $(#[$position_doc:meta])* position;
        $(#[$view_doc:meta])* view;
        $(#[$sight_doc:meta])* sight;
        $(#[$game_doc:meta])* game;
        $(#[$seen_doc:meta])* seen;
    ) => {
        $(#[$position_doc])*
        #[pyclass(frozen, eq, module = $module)]
        #[derive(Clone, PartialEq)]
        pub(crate) struct Position(pub(crate) $rules);

        $(#[$view_doc])*
        #[pyclass(frozen, eq, module = $module)]
        #[derive(Clone, PartialEq)]
        pub(crate) struct View(pub(crate) <$rules as contract::Position>::View);

        $(#[$sight_doc])*
        #[pyclass(frozen, eq, module = $module)]
        #[derive(Clone, PartialEq)]
        pub(crate) struct Sight(
            pub(crate) <<$rules as contract::Position>::View as contract::View>::Sight,
        );

        type Dependent<'a> =
            Box<dyn Iterator<Item = contract::Chance<<$rules as contract::Position>::Event>> + Send + 'a>;

        self_cell::self_cell!(
            struct Events {
                owner: $rules,
                #[not_covariant]
                dependent: Dependent,
            }
        );

        impl Iterator for Events {
            type Item = contract::Chance<<$rules as contract::Position>::Event>;

            fn next(&mut self) -> Option<Self::Item> {
                self.with_dependent_mut(|_, events| events.next())
            }
        }

        impl $crate::contract::EventSource for Events {
            type Game = $rules;

            fn of(position: $rules) -> Self {
                Self::new(position, contract::Position::chances)
            }
        }

        impl $crate::contract::Holds<$rules> for Position {
            fn held(&self) -> &$rules {
                &self.0
            }
        }

        #[pymethods]
        impl Position {
            /// The first position of a game, with everything that chance decides still open.
            ///
            /// Args:
            ///     options: The choices made before the game begins; the usual ones by default.
            ///
            /// Raises:
            ///     InvalidInputError: If the options contradict the rules.
            ///
            /// >>> Position.start().is_over
            /// False
            #[staticmethod]
            #[pyo3(signature = (options = None))]
            fn start(options: Option<&$options>) -> PyResult<Self> {
                let options = options.map_or_else(|| <$options>::usual().0, |options| options.0.clone());
                contract::Position::start(&options)
                    .map(Self)
                    .map_err(|faults| Error::Invalid { what: Kind::Other, faults }.into())
            }

            /// Reads the one-line text of a position.
            ///
            /// Raises:
            ///     ParseError: If the text is not in the grammar.
            ///     InvalidPositionError: If it describes no valid position.
            ///
            /// >>> Position.parse(Position.start().text) == Position.start()
            /// True
            #[staticmethod]
            fn parse(text: $crate::reading::Text<'_>) -> PyResult<Self> {
                Ok(Self(parse(Kind::Position, &text)?))
            }

            /// Reads the compact byte form that ``to_bytes`` writes.
            ///
            /// Raises:
            ///     ParseError: If the bytes are cut, too long, or of another game or rules version.
            ///     InvalidPositionError: If they describe no valid position.
            ///
            /// >>> Position.from_bytes(Position.start().to_bytes()) == Position.start()
            /// True
            #[staticmethod]
            fn from_bytes(data: &[u8]) -> PyResult<Self> {
                contract::Position::from_bytes(data).map(Self).map_err(|error| {
                    let input = format!("{} bytes", data.len());
                    Error::Unreadable { place: String::new(), input, what: Kind::Position, error }.into()
                })
            }

            /// The compact byte form: it begins with the game and the rules version, and its size is bounded.
            fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                PyBytes::new(py, &contract::Position::to_bytes(&self.0))
            }

            /// The position in one line, which ``parse`` reads back.
            #[getter]
            fn text(&self) -> String {
                self.0.to_string()
            }

            /// A 64-bit hash, equal on every machine; equal positions have equal keys.
            #[getter]
            fn key(&self) -> u64 {
                contract::Position::key(&self.0)
            }

            /// The number of players.
            #[getter]
            fn players(&self) -> u8 {
                contract::Position::players(&self.0)
            }

            /// The options of this game.
            #[getter]
            fn options(&self) -> $options {
                contract::Position::options(&self.0).into()
            }

            /// Who is to act: the number of a seat, ``Turn.CHANCE`` or ``Turn.OVER``.
            #[getter]
            fn turn<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
                $crate::common::turn(py, contract::Position::turn(&self.0))
            }

            /// The seat that is to act, ``None`` when it is chance's turn or the game is over.
            #[getter]
            fn to_move(&self) -> Option<usize> {
                contract::Position::turn(&self.0).seat().map(contract::Seat::index)
            }

            /// Whether chance is to act.
            #[getter]
            fn is_chance(&self) -> bool {
                contract::Position::turn(&self.0) == contract::Turn::Chance
            }

            /// Whether the game is over.
            #[getter]
            fn is_over(&self) -> bool {
                contract::Position::turn(&self.0) == contract::Turn::Over
            }

            /// The result once the game is over, ``None`` before.
            #[getter]
            fn outcome(&self, py: Python<'_>) -> PyResult<Option<Outcome>> {
                $crate::contract::outcome(py, &self.0)
            }

            /// The legal moves of the seat to act, as a lazy sequence in a defined order; empty when no seat is to act.
            ///
            /// >>> position = Position.start()
            /// >>> bool(position.legal_moves) == (position.to_move is not None)
            /// True
            #[getter]
            fn legal_moves(slf: Py<Self>) -> Moves {
                Moves::over($crate::contract::Lazy::new(slf))
            }

            /// Judges a move of the seat to act, names every broken rule, and changes nothing.
            ///
            /// Args:
            ///     move: A move, or its text.
            ///
            /// Raises:
            ///     ParseError: If the text is no move at all.
            fn check(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Verdict> {
                let attempt = <$rules>::attempt(r#move)?;
                let answer = contract::Position::check(&self.0, &attempt);
                Ok(Verdict::of::<$rules>(answer, self.players()))
            }

            /// The move that action ids spell here, legal or not; ``check`` and ``play`` judge it.
            ///
            /// Args:
            ///     actions: The ids in order, such as ``Move.actions`` tells them.
            ///
            /// Raises:
            ///     InvalidInputError: If they are no word; it names every fault.
            ///
            /// >>> position = Position.start().settle(Random(1))
            /// >>> all(position.read_actions(move.actions) == move for move in position.legal_moves)
            /// True
            fn read_actions(&self, actions: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
                $crate::contract::read_actions(&self.0, actions)
            }

            /// The position after a move; this one stays as it is.
            ///
            /// Args:
            ///     move: A move, or its text.
            ///
            /// Raises:
            ///     IllegalMoveError: If the move breaks rules; it names all of them.
            ///     ParseError: If the text is no move at all.
            fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
                let mut after = self.0.clone();
                $crate::contract::play(&mut after, r#move)?;
                Ok(Self(after))
            }

            /// One legal move, each equally likely; cheaper than listing them.
            ///
            /// Raises:
            ///     WrongTurnError: Unless a seat is to act.
            fn sample_move(&self, py: Python<'_>, random: &Random) -> PyResult<Py<PyAny>> {
                $crate::contract::seat_is_to_act(&self.0)?;
                let chosen = contract::Position::sample_move(&self.0, &mut *random.lock(py));
                <$rules>::move_object(py, chosen)
            }

            /// Everything that chance may do now with its probability, made one by one; empty unless chance is to act.
            #[getter]
            fn chances(&self) -> Chances {
                Chances::of::<Events>(self.0.clone())
            }

            /// How many events ``chances`` has.
            #[getter]
            fn chance_count(&self) -> u128 {
                contract::Position::chance_count(&self.0)
            }

            /// The exact probability of an event as a ``fractions.Fraction``, 0 for one that can't happen now.
            ///
            /// Args:
            ///     event: An event, or its text.
            fn probability<'py>(&self, event: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
                let event_said = <$rules>::event(event)?;
                $crate::common::fraction(event.py(), contract::Position::probability(&self.0, &event_said))
            }

            /// An event drawn with its probability.
            ///
            /// Raises:
            ///     WrongTurnError: Unless chance is to act.
            fn sample(&self, py: Python<'_>, random: &Random) -> PyResult<Py<PyAny>> {
                $crate::contract::chance_is_to_act(&self.0)?;
                let event = contract::Position::sample(&self.0, &mut *random.lock(py));
                <$rules>::event_object(py, event)
            }

            /// The position after an event; this one stays as it is.
            ///
            /// Args:
            ///     event: An event, or its text.
            ///
            /// Raises:
            ///     ImpossibleEventError: If it can't happen now; it names every reason.
            ///     ParseError: If the text is no event at all.
            fn apply(&self, event: &Bound<'_, PyAny>) -> PyResult<Self> {
                let mut after = self.0.clone();
                $crate::contract::apply(&mut after, event)?;
                Ok(Self(after))
            }

            /// The position after chance has done all it has to do before a seat decides or the game is over.
            ///
            /// >>> Position.start().settle(Random(1)).is_chance
            /// False
            fn settle<'py>(slf: Bound<'py, Self>, random: &Random) -> PyResult<Bound<'py, Self>> {
                if !slf.get().is_chance() {
                    return Ok(slf);
                }
                let py = slf.py();
                let mut after = slf.get().0.clone();
                while contract::Position::turn(&after) == contract::Turn::Chance {
                    let event = contract::Position::sample(&after, &mut *random.lock(py));
                    contract::Position::apply(&mut after, &event);
                }
                Bound::new(py, Self(after))
            }

            /// What a seat may know, and nothing else.
            ///
            /// Raises:
            ///     InvalidInputError: If there is no such seat, or the position hides what that seat knows.
            fn view(&self, seat: $crate::reading::Number) -> PyResult<View> {
                let seat = $crate::contract::seat_of(&self.0, seat)?;
                $crate::contract::view(&self.0, seat).map(View)
            }

            /// What a seat sees of a step from this position, ``None`` when it does not even see that it was taken.
            ///
            /// Args:
            ///     step: A move or an event that can come next.
            ///     seat: Who looks.
            fn sight(&self, step: &Bound<'_, PyAny>, seat: $crate::reading::Number) -> PyResult<Option<Sight>> {
                let seat = $crate::contract::seat_of(&self.0, seat)?;
                let step = $crate::contract::step(&self.0, step)?;
                Ok(contract::Position::sight(&self.0, &step, seat).map(Sight))
            }

            fn __str__(&self) -> String {
                contract::Position::drawing(&self.0).trim_end().to_owned()
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                Ok(format!("Position.parse({})", text_repr(py, &self.0.to_string())?))
            }

            fn __hash__(&self) -> u64 {
                contract::Position::key(&self.0)
            }

            fn __copy__(slf: Py<Self>) -> Py<Self> {
                slf
            }

            fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
                slf
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Reduced<'py>> {
                let read = slf.get_type().getattr(intern!(slf.py(), "from_bytes"))?;
                Ok((read, (slf.get().to_bytes(slf.py()),).into_pyobject(slf.py())?))
            }
        }

        #[pymethods]
        impl View {
            /// A 64-bit hash, equal on every machine; equal views have equal keys.
            #[getter]
            fn key(&self) -> u64 {
                contract::View::key(&self.0)
            }

            /// Whose view it is.
            #[getter]
            fn seat(&self) -> usize {
                contract::View::seat(&self.0).index()
            }

            /// What the viewing seat may decide now, as far as it can know.
            #[getter]
            fn legal_moves(&self) -> Moves {
                let moves = contract::View::legal_moves(&self.0);
                Moves::over($crate::contract::Listed::<$rules, _>::new(moves))
            }

            /// The view after the next thing that the seat saw; this one stays as it is.
            ///
            /// Args:
            ///     sight: What it saw (``Position.sight``), or its text.
            ///
            /// Raises:
            ///     ImpossibleEventError: If that can't be the next thing to see; it names every reason.
            fn follow(&self, sight: &Bound<'_, PyAny>) -> PyResult<Self> {
                let sight = match sight.cast::<Sight>() {
                    Ok(sight) => sight.get().0.clone(),
                    Err(_) => parse(Kind::Event, &sight.extract::<$crate::reading::Text<'_>>()?)?,
                };
                let mut after = self.0.clone();
                match contract::View::follow(&mut after, &sight) {
                    Ok(()) => Ok(Self(after)),
                    Err(faults) => {
                        let (event, position) = (sight.to_string(), self.0.to_string());
                        Err(Error::Impossible { event, position, faults }.into())
                    }
                }
            }

            /// A full position that agrees with this view, each with equal weight over what the seat can't know.
            fn complete(&self, py: Python<'_>, random: &Random) -> Position {
                Position(contract::View::complete(&self.0, &mut *random.lock(py)))
            }

            fn __str__(&self) -> String {
                contract::View::drawing(&self.0).trim_end().to_owned()
            }

            fn __hash__(&self) -> u64 {
                contract::View::key(&self.0)
            }
        }

        $crate::values::text_value!(View, parse = Kind::Position);

        #[pymethods]
        impl Sight {
            fn __str__(&self) -> String {
                self.written()
            }

            fn __hash__(&self) -> u64 {
                $crate::common::hash(&self.0)
            }
        }

        $crate::values::text_value!(Sight, parse = Kind::Event);

        $crate::contract::records! {
            $rules, $module;
            $(#[$game_doc])* game;
            $(#[$seen_doc])* seen;
        }
    };
}

pub(crate) use classes;

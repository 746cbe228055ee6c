"""The numbers that stand for words in Dragon War's records: operations, phases, questions, options, events."""

SEATS = 6
DIE = 6
NONE = -1
SQUARES = 3  # on a game card

MAX_BOARD = 60  # game cards of a design
MAX_FATE = 120  # Fate cards of a design
DECK = 128  # places of the ring that the deck lies in: a power of two, above MAX_FATE
MAX_TITLES = 60  # different Fate cards
MAX_HELD = 40  # Fate cards of a design that can be held
MAX_FRAMES = (
    48  # effects that may wait for each other: answers use cards up, of which there are MAX_HELD
)
MAX_OPTIONS = MAX_TITLES + 2
MAX_CHAIN = 52  # squares of one landing, above the highest max_landings
MAX_AMOUNT = 1000
MOST_TIES = 100  # a battle that is tied so often is the defender's
UNLIMITED = 32_000  # of a ceiling or limit: none

# what a square or a Fate card does; n is its number
(
    NOTHING,
    LIFE,  # n life more, or -n less
    LIFE_DIE,  # a die roll of life: n = 1 more, -1 less
    MOVE,
    HAVEN,
    BATTLE,
    PICK,
    SWAP,
    STEAL,
    DROP,
    SKIP,
    AGAIN,
    OPPONENTS,  # each opponent n life
    EVERYBODY,
    HIT,  # a chosen opponent n life
    HIT_DIE,
    ROLL,  # n more on this turn's roll
    REROLL,
    COMBAT,
    DAMAGE,
    SHIELD,
) = range(21)

# where the turn stands
(
    P_ORDER,  # the first player is rolled for
    P_TURN,
    P_BEFORE,  # the window before the roll
    P_MOVE,
    P_CHARM,  # the roll is made and may be made again
    P_STEP,
    P_LAND,
    P_SQUARE,
    P_OCCUPANTS,
    P_ARRIVED,
    P_TRY,
    P_AFTER,  # the window at the end of the turn
    P_NEXT,
) = range(13)

# what waits on the stack
K_EFFECT, K_DRAW, K_DISCARD, K_BATTLE, K_LOSS, K_DEATH = range(6)

QUESTIONS = (
    "none",
    "first player",
    "turn",
    "reroll",
    "end of turn",
    "target",
    "combat roll",
    "damage roll",
    "loss",
    "discard",
    "restart",
    "answer",
)
(
    Q_NONE,
    Q_ORDER,
    Q_TURN,
    Q_REROLL,
    Q_END,
    Q_TARGET,
    Q_COMBAT,
    Q_DAMAGE,
    Q_LOSS,
    Q_DISCARD,
    Q_RESTART,
    Q_ANSWER,
) = range(len(QUESTIONS))

OPTION_VALUES = 256  # an option is kind * OPTION_VALUES + value
WORDS = ("roll", "pass", "keep", "shield", "restart", "stay out")
O_ROLL, O_PASS, O_KEEP, O_SHIELD, O_RESTART, O_STAY_OUT, O_USE, O_DISCARD, O_TARGET = range(9)

ENDINGS = ("finish", "last_survivor", "cap")
FINISHED, SURVIVED, CAPPED = range(3)

# notes for a transcript: (event, seat, card or title, amount, other)
(
    E_ORDER,  # seat rolls `amount` for the first turn
    E_FIRST,
    E_TURN,  # amount: number of the turn
    E_SKIPPED,
    E_ROLL,  # amount: die, other: bonus
    E_STAND,  # seat stands on square `amount`
    E_SQUARE,  # card: game card, amount: place on it
    E_INERT,
    E_DRAW,
    E_NO_DRAW,
    E_INSTANT,
    E_USE,
    E_LIMIT,
    E_DISCARD,
    E_LIFE,  # amount: change, other: life then
    E_SAFE,  # seat is kept from harm by its Safe Haven
    E_SHIELDED,
    E_DIE,  # an effect's die
    E_BATTLE,  # seat attacks `other`
    E_COMBAT,  # amount and other: the two totals
    E_TIE,
    E_VICTORY,
    E_DAMAGE,
    E_SWAP,
    E_STEAL,
    E_SKIP,
    E_AGAIN,
    E_OUT,
    E_RESTART,
    E_TRY,  # amount: sum of the dice
    E_SHUFFLE,
    E_OVER,
    E_TARGET,
) = range(33)

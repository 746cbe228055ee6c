"""The numbers that stand for words: kinds, selectors, effects, questions, events.

The data files speak in words, the compiled engine in these integers; `words.py` translates. A code is
never written to a file that a user keeps.
"""

NONE = -1

# --- limits of the state; beyond them a power counts as empty or a card is discarded, and it is counted
SEATS = 6
MAX_CARDS = 192  # cards of one design, whichever deck they start in
MAX_LEGENDARY = 96
MAX_HAND = 20
MAX_FLIGHT = 12  # slots of one flight, so at most this many rounds in a gambit
MAX_ANTE = 40
MAX_ASIDE = 16
MAX_STANDING = 32
MAX_FRAMES = 10  # powers on the stack; two declarations may lie above them
MAX_PUSHES = 64  # powers set off by one played card
MAX_OPTIONS = 76
MAX_DEBTS = (
    24  # debts of players to players at one time; what is more joins one of the same two players
)
MAX_CURVE = 16  # gambits whose hand sizes and hoards are kept for curves
WATCHED = 4  # titles whose work is counted (house key `watch`)
MAX_STEPS = 100_000  # the bound on choices in one game
MAX_GAMBITS = 2_000  # the bound on gambits in one game
MAX_STRENGTH = 60
MAX_VALUE = 1000  # largest gold amount that an option can name

# --- a card's properties: one bit each, colours from COLOUR_BIT upwards
DRAGON, GIANT, MORTAL, GOOD, EVIL, GOD, LEGENDARY = 1, 2, 4, 8, 16, 32, 64
COLOUR_BIT = 12
MAX_COLOURS = 50

# --- sides: which stakes a card or a flight fights for
DRAGONS, GIANTS, DECLARED, BALANCED = 0, 1, 2, -1

# --- marks on a card in a flight
RIDER, WYRM = 1, 2

# --- selectors: whom a row concerns
ME = 0
SAME = 1
EACH_PLAYER = 2
EACH_OPPONENT = 3
LEFT = 4
RIGHT = 5
LEFT_AND_RIGHT = 6
LEFT_OR_RIGHT = 7
OTHER_SIDE = 8
STRONGEST = 9
WEAKEST = 10
STRONGEST_AND_WEAKEST = 11
MOST_CARDS = 12
FIRST_WILLING = 13
THEIR_LEFT = 14

# --- roles: what the selected player is to the row
ROLE_WHO, ROLE_TO, ROLE_FROM = 0, 1, 2

# --- relations between a player and the owner of a power
WEAKER_FLIGHT, STRONGER_FLIGHT, MY_STAKES, THAT_STAKES, HAND_UNDER = 0, 1, 2, 3, 4

# --- places and piles
HAND, DECK, LEGENDARY_DECK, EITHER_DECK, REVEALED, ANTE = 0, 1, 2, 3, 4, 5
MY_FLIGHT, THEIR_FLIGHT, ANY_FLIGHT, FLIGHTS_AND_ANTE = 6, 7, 8, 9
PLAYER, STAKES, DRAGON_STAKES = 10, 11, 12

# --- counts: what an amount is multiplied by
ONE = 0
CARDS = 1  # cards matching a filter in a place
COLOURS_OF = 2
FLIGHTS_WITH = 3
OPPONENTS_WITH = 4
PLAYERS = 5
ONCE_IN_HOLE = 6
SEAT_FROM_ME = 7
COUNT_DISCARDED = 8
COUNT_PAID = 9
THAT_STRENGTH = 10
WEAKEST_ANTE = 11

# --- amounts that are no number
ANY, ALL = -1, -2

# --- how a row names the card it concerns
CARD_FILTER, CARD_THIS, CARD_NEW, CARD_DISCARDED = 0, 1, 2, 3

# --- effects
PAY = 0
STEAL = 1
SWAP_STAKES = 2
DRAW = 3
LOOK = 4
TAKE = 5
TAKE_RANDOM = 6
GIVE_OR_PAY = 7
PASS = 8
DISCARD = 9
DISCARD_RANDOM = 10
TO_ANTE = 11
REVEAL = 12
REPLACE = 13
SWAP = 14
TRIGGER = 15
TRIGGER_EACH = 16
USE = 17
CHOOSE = 18
CHOOSE_STAKES = 19
THIS_GAMBIT = 20
DECLARE = 21  # internal: a mortal enters a two-stakes flight

# --- standing rules of a gambit
WEAKEST_WINS = 0
HALF_STAYS = 1
SPLITS_LEFT = 2
SHARES_SPECIAL = 3
EXTRA_ROUND = 4
AT_LEAST_ROUNDS = 5
MY_PLAYS_TRIGGER = 6
STRONG_TRIGGER = 7
PRICES_TO_ME = 8
GIFTS_IF_WIN = 9
LEAD_NEXT = 10
SCORE_BONUS = 11
AS_WEAKEST_DRAGON = 12
ANY_DRAGON_COLOUR = 13
LEADER_PAYS = 14

# --- an option is KIND * OPTION_VALUES + value
OPTION_VALUES = 1024
O_ANTE = 1
O_PLAY = 2
O_FIGHT = 3  # value: side
O_STAKES = 4  # value: side
O_ODD = 5  # value: side
O_TARGET = 6  # value: seat
O_GIVE = 7
O_PAY = 8  # value: gold
O_TAKE = 9
O_DISCARD = 10
O_DISCARD_OF = 11
O_KEEP = 12
O_TRIGGER = 13
O_SWAP = 14
O_PASS = 15
O_WORD = 16  # value: one of the words below

WORDS = (
    "left",
    "right",
    "each-pays",
    "each-adds",
    "decline",
    "accept",
    "done",
    "dragons",
    "giants",
    "draw main",
    "draw legendary",
    "steal",
    "one",
    "all",
)
W_LEFT, W_RIGHT, W_EACH_PAYS, W_EACH_ADDS, W_DECLINE, W_ACCEPT, W_DONE = 0, 1, 2, 3, 4, 5, 6
W_DRAGONS, W_GIANTS, W_DRAW_MAIN, W_DRAW_LEGENDARY, W_STEAL, W_ONE, W_ALL = 7, 8, 9, 10, 11, 12, 13

# --- questions (`state.decision`), with their words in QUESTIONS
Q_NONE = 0
Q_ANTE = 1
Q_PRICE = 2
Q_ODD = 3
Q_TURN = 4
Q_FIGHT = 5
Q_STAKES = 6
Q_TARGET = 7
Q_SIDE = 8
Q_CHOOSE = 9
Q_GIVE = 10
Q_OFFER = 11
Q_TAKE = 12
Q_DECK = 13
Q_DISCARD = 14
Q_KEEP = 15
Q_REPLACE = 16
Q_TRIGGER = 17
Q_SWAP = 18
Q_PASS = 19
Q_ACCEPT = 20

QUESTIONS = (
    "none",
    "ante",
    "stakes price",
    "odd coin",
    "turn",
    "fight for",
    "stakes",
    "target",
    "left or right",
    "choose",
    "give or pay",
    "offer",
    "take",
    "draw from",
    "discard",
    "keep",
    "replace",
    "trigger",
    "swap",
    "pass",
    "accept",
)

# --- phases of a gambit (when no power is under way)
P_START = 0  # a gambit begins
P_ANTE = 1  # everybody chooses an ante card
P_REVEAL = 2
P_PRICE = 3
P_PAY_ANTE = 4
P_TURN = 5  # the start-of-turn purchase, then the card to play
P_PLAY = 6
P_FLIGHTS = 7  # special flights, from the player at turn
P_BUY = 8  # players without cards buy, from the player at turn
P_NEXT = 9
P_ROUND_END = 10
P_SCORE = 11  # scoring strengths; flights completed by a Dragonrider
P_AWARD = 12
P_OVER = 13

# --- what a step may log for a transcript: (event, seat, card, amount, other)
E_ANTE = 1  # seat, card
E_PRICE = 2  # -, -, gold, stakes
E_PAY = 3  # payer, -, gold paid, receiver (10 + stakes for a stakes)
E_SHORT = 4  # payer, -, gold missing
E_STEAL = 5  # seat, -, gold, stakes
E_PLAY = 6  # seat, card, -, side or -1
E_TRIGGER = 7  # seat, card
E_SPECIAL_COLOUR = 8  # seat, -, gold each, colour
E_SPECIAL_STRENGTH = 9  # seat, -, strength
E_DRAW = 10  # seat, card, 0 main / 1 legendary
E_DISCARD = 11  # seat (-1: none), card, from place
E_TAKE_RANDOM = 12  # taker, card, -, from seat
E_TAKE_ANTE = 13  # seat, card
E_GIVE = 14  # giver, card, 1 if kept because the hand is full, receiver
E_TO_ANTE = 15  # seat, card
E_REVEAL = 16  # seat, card
E_REPLACE = 17  # seat, card (now in the flight), -, old card
E_SWAP = 18  # seat, card received, -, other seat
E_SHUFFLE = 19  # -, -, cards
E_WIN = 20  # seat (-1 nobody), -, gold, stakes
E_LEADER = 21  # seat, -, round
E_HOLE = 22  # seat, -, gold
E_OVER = 23  # -
E_GAMBIT = 24  # -, -, gambit
E_EMPTIED = 25  # the stakes are empty: the gambit ends
E_BUY = 26  # seat, card turned up or -1, price
E_SWAP_STAKES = 27  # seat
E_LEFTOVER = 28  # seat, -, gold
E_SHARE = 29  # seat, -, gold, stakes
E_SHOW = 30  # seat, card shown
E_DECLARE = 31  # seat, card, side
E_ALL_TIED = 32
E_STANDING = 33  # seat, card, -, rule
E_EXTRA_ROUND = 34
E_CUT = 35  # a chain of powers was cut short
E_BONUS = 36  # seat, -, bonus strength
E_RIDER = 37  # seat, card, strength at scoring
E_PASS = 38  # giver, card, -, receiver
E_CHOICE = 39  # seat, -, option
E_BARRED = 40  # seat
E_OWE = 41  # debtor, -, gold, creditor
E_REPAY = 42  # debtor, -, gold, creditor
E_CANCEL = 43  # debtor, -, gold, creditor

# --- how a game ended
ENDED_BROKE, ENDED_SCORINGS, ENDED_BOUND = 0, 1, 2
ENDINGS = ("broke", "last scoring", "bound")

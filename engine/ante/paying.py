"""How gold goes into two stakes at once.

One routine for the ante, its shortage, a purchase and its shortage (GW R-24).
"""

from engine.ante.codes import DRAGONS, GIANTS, O_ODD, Q_ODD
from engine.ante.piles import TO_STAKES, answer_value, ask, fall_into_hole, offer, pay
from engine.core.jit import inline


@inline
def pay_both(state, rules, seat, dragons, giants, owed):
    """Pay `owed` gold into the two stakes, at most so much into each; whether it is done or a question stands.

    One routine for ante, ante shortage, purchase and purchase shortage (GW R-24): equally as far as possible,
    the odd coin where the payer likes, the rest of a stakes' share to the other, what is missing to the hole.
    """
    dragons = int(dragons)
    giants = int(giants)
    purse = min(int(state.hoard[seat]), owed)
    if purse < dragons + giants:
        half = purse // 2
        low = min(dragons, giants)
        if half >= low:  # the cheaper stakes is paid in full
            dragons = min(dragons, purse - low) if giants == low else low
            giants = purse - dragons
        elif purse % 2 == 0:
            dragons = half
            giants = half
        else:
            if state.answer < 0:
                ask(state, seat, Q_ODD)
                offer(state, O_ODD, DRAGONS)
                offer(state, O_ODD, GIANTS)
                return False
            odd = answer_value(state)
            dragons = half + (1 if odd == DRAGONS else 0)
            giants = half + (1 if odd == GIANTS else 0)
    if dragons > 0:
        pay(state, rules, seat, TO_STAKES + DRAGONS, dragons)
    if giants > 0:
        pay(state, rules, seat, TO_STAKES + GIANTS, giants)
    fall_into_hole(state, rules, seat, owed - dragons - giants)
    return True

"""One file per peer: whole games under the same random policy, as fast as its user can write it.

Hold'em: blinds 50 and 100, stacks of 10,000 afresh each hand. A decision is drawn evenly among
the kinds open: fold (facing a bet only), check or call, raise; then the size of a raise evenly
where the peer takes any size, and evenly among its own sizes where it does not.
UNO: evenly among the legal actions.
"""

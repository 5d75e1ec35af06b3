package org.bipj.sim.atm;

import java.util.ArrayDeque;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;

/** One way of a fibre: cells arrive at its end in the order in which they were sent. */
abstract class CellLine extends Event {
    private record Transit(Cell cell, long at) {}

    private final Kernel kernel;
    private final ArrayDeque<Transit> under = new ArrayDeque<>();

    CellLine(Kernel kernel) {
        this.kernel = kernel;
    }

    /** A cell is at its end at a moment, not before the one ahead of it. */
    final void send(Cell cell, long at) {
        under.add(new Transit(cell, at));
        if (!isScheduled()) {
            kernel.at(at, this);
        }
    }

    final boolean isEmpty() {
        return under.isEmpty();
    }

    /** Called when a cell has reached the end of this line. */
    protected abstract void arrive(Cell cell);

    @Override
    protected final void fire() {
        Cell cell = under.remove().cell();
        if (!under.isEmpty()) {
            kernel.at(under.peek().at(), this);
        }
        arrive(cell);
    }
}

package org.bipj.sim.atm;

import java.util.function.ObjLongConsumer;
import org.bipj.sim.kernel.Kernel;

/** A switch with queues at its outputs. A cell that finds its output's queue full is lost. */
final class AtmSwitch {
    private final Kernel kernel;
    private final AtmSettings settings;
    private final CellLine[] inputs;
    private final Departures[] outputs;
    private final ObjLongConsumer<Cell> leave;
    private long overrun;

    /** A switch; cells leave by {@code leave}, with the moment of their last byte. */
    AtmSwitch(Kernel kernel, AtmSettings settings, int ports, ObjLongConsumer<Cell> leave) {
        this.kernel = kernel;
        this.settings = settings;
        this.leave = leave;
        inputs = new CellLine[ports];
        outputs = new Departures[ports];
        for (int port = 0; port < ports; port++) {
            outputs[port] = new Departures(settings.switchQueue, settings.cellPs);
            inputs[port] = new CellLine(kernel) {
                @Override
                protected void arrive(Cell cell) {
                    forward(cell);
                }
            };
        }
    }

    /** The last byte of a cell arrives at a moment. */
    void incoming(Cell cell, long at) {
        inputs[cell.from].send(cell, at);
    }

    private void forward(Cell cell) {
        Departures output = outputs[cell.to];
        long now = kernel.now();
        if (output.roomAt() > now) {
            overrun++;
            return;
        }
        leave.accept(cell, output.add(Math.max(now, now + settings.switchPs - settings.cellPs)));
    }

    /** How many cells found their queue full, and were dropped. */
    long overrun() {
        return overrun;
    }
}

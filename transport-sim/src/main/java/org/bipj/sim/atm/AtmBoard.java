package org.bipj.sim.atm;

import java.util.ArrayDeque;
import java.util.function.Consumer;
import org.bipj.sim.kernel.Kernel;

/**
 * The FORE SBA-100: two FIFOs of cells, and a register with the number of cells that have arrived. It has no DMA and no flow
 * control, and drops what finds its input FIFO full. Its hardware writes and checks the CRC-10.
 */
final class AtmBoard {
    private final AtmSettings settings;
    private final Kernel kernel;
    private final Departures output;
    private final ArrayDeque<Cell> input = new ArrayDeque<>();
    private final CellLine inward;
    private Consumer<Cell> fibre = cell -> {};
    private Runnable listener = () -> {};
    private long overrun;
    private long sent;
    private long received;
    /** When the cell that {@link #push} has passed to the fibre leaves. */
    private long leavesAt;

    AtmBoard(Kernel kernel, AtmSettings settings) {
        this.kernel = kernel;
        this.settings = settings;
        output = new Departures(settings.output, settings.cellPs);
        inward = new CellLine(kernel) {
            @Override
            protected void arrive(Cell cell) {
                accept(cell);
            }
        };
    }

    /** Connects the fibre that cells leave on; {@link #leavesAt} is valid in its call. */
    void connect(Consumer<Cell> to) {
        fibre = to;
    }

    /** Sets what is called when a cell has arrived. */
    void onArrival(Runnable by) {
        listener = by;
    }

    // ---- towards the host --------------------------------------------------------------------------------------

    /** The moment from which on the output FIFO has room. */
    long roomAt() {
        return output.roomAt();
    }

    /** The host has pushed a cell by a moment, at which there is room. */
    void push(Cell cell, long at) {
        Crc10.write(cell.payload);
        sent++;
        leavesAt = output.add(at);
        fibre.accept(cell);
    }

    long leavesAt() {
        return leavesAt;
    }

    /** The register: number of cells that have arrived. */
    int arrived() {
        return input.size();
    }

    /** Takes the oldest cell out of the input FIFO, for the host. */
    Cell pull() {
        return input.remove();
    }

    // ---- towards the fibre -------------------------------------------------------------------------------------

    /** The last byte of a cell reaches this host's end of the fibre at a moment. */
    void incoming(Cell cell, long at) {
        inward.send(cell, at + settings.latencyPs);
    }

    private void accept(Cell cell) {
        if (input.size() == settings.input) {
            overrun++;
            return;
        }
        received++;
        input.add(cell);
        listener.run();
    }

    /** Cells that found the input FIFO full. */
    long overrun() {
        return overrun;
    }

    /** Cells sent, and cells that the input FIFO took. */
    long sent() {
        return sent;
    }

    long received() {
        return received;
    }

    boolean isIdle() {
        return input.isEmpty() && inward.isEmpty();
    }

    /** The cluster's present time, in picoseconds. */
    long now() {
        return kernel.now();
    }
}

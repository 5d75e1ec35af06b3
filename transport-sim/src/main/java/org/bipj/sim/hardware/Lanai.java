package org.bipj.sim.hardware;

import org.bipj.sim.net.Worm;

/** The processor of the board and the engines that it commands. */
public final class Lanai {
    /** Charges processor cycles to the present step. */
    public void cycles(int count) {
        throw notBuilt();
    }

    /** Charges 32-bit accesses to the board's memory to the present step. */
    public void sram(int accesses) {
        throw notBuilt();
    }

    /** Starts the host DMA engine, which must be free, when the present step has got so far. */
    public void hostDma(boolean toHost, long hostAddress, int bytes, Object cookie) {
        throw notBuilt();
    }

    /** True while the host DMA engine works, or is about to. */
    public boolean isHostDmaBusy() {
        throw notBuilt();
    }

    /** Begins a worm. The send engine must be free. */
    public void send(Worm worm) {
        throw notBuilt();
    }

    /** Gives the send engine the next range of the worm's body (SMP and SML, or SMLT for the last one). */
    public void feed(int bytes, boolean last) {
        throw notBuilt();
    }

    /**
     * Gives the receive engine room for the next bytes of the worm in front of it (RMP and RML). Room may be given before a
     * worm has come, as firmware keeps the engine armed: the worm then flows in without a step of the processor, there is no
     * {@link Firmware#onHead}, and the first event is {@link Firmware#onBufferFull} or {@link Firmware#onTail}. One room at
     * a time; what a worm's tail leaves of it is given up.
     */
    public void receive(int bytes) {
        throw notBuilt();
    }

    /** Takes board memory out of its real capacity; false if there is not enough. */
    public boolean allocate(int bytes) {
        throw notBuilt();
    }

    /** Gives board memory back. */
    public void free(int bytes) {
        throw notBuilt();
    }

    /** Sets a timer of the firmware, in ticks of the real-time clock; replaces an earlier setting. */
    public void timer(int timer, int ticks) {
        throw notBuilt();
    }

    /** Interrupts the host. */
    public void interrupt() {
        throw notBuilt();
    }

    private static UnsupportedOperationException notBuilt() {
        return new UnsupportedOperationException("the board is not built yet");
    }
}

package org.bipj.sim.hardware;

import org.bipj.sim.kernel.Kernel;

/**
 * The engine between host memory and board memory, one transfer at a time for both directions (LANai 4.X: registers
 * EAR, LAR, DMA_DIR, DMA_CTR).
 *
 * <p>Modelled: set-up on the bus, then whole 32-bit words at the pace of the slower of bus and board memory, which may
 * change during a transfer; completion as an event for the processor. Data written to the host is visible there one bus
 * latency later. Left out: the checksum that the engine can compute. Constants: {@code bus.dma.setup}, {@code bus.rate}
 * and the engine's own {@code bus.dma.read.rate} and {@code bus.dma.write.rate}, {@code bus.dma.latency}, {@code
 * sram.rate}.
 */
final class HostDma extends DmaEngine {
    private static final int WORD_MASK = 3;

    private final Kernel kernel;
    private final IoBus bus;
    private final Lanai lanai;
    private final Host host;
    private boolean busy;
    private boolean streaming;
    private boolean toHost;
    private int bytes;
    private Object cookie;
    private long started;
    /** Time of a byte on the bus. */
    private long bytePs;
    /** Remaining work at {@link #since}, in picoseconds at that pace. */
    private long leftPs;

    private long since;
    private long pacePs;

    HostDma(Kernel kernel, IoBus bus, Sram sram, Lanai lanai, Host host, TraceRow row) {
        super(sram, Sram.HOST, row);
        this.kernel = kernel;
        this.bus = bus;
        this.lanai = lanai;
        this.host = host;
        bus.connect(this);
    }

    boolean isBusy() {
        return busy;
    }

    boolean isStreaming() {
        return streaming;
    }

    /** True if the present transfer moves data and, as far as is known, still will at a later moment. */
    boolean isStreamingAt(long at) {
        return streaming && time() > at;
    }

    void start(long at, boolean intoHost, long hostAddress, int length, Object what) {
        if (busy) {
            throw new IllegalStateException("host DMA of " + length + " bytes while one of " + bytes + " is under way");
        }
        if (length <= 0) {
            throw new IllegalArgumentException("host DMA of " + length + " bytes; expected more than 0");
        }
        busy = true;
        toHost = intoHost;
        bytes = length;
        cookie = what;
        started = at;
        long words = (hostAddress & WORD_MASK) + length + WORD_MASK & ~WORD_MASK;
        bytePs = bus.dmaBytePs(intoHost);
        leftPs = words * bytePs;
        kernel.at(at + bus.setupPs(intoHost), this);
    }

    /** Delays the present transfer by the time that other traffic has taken on the bus. */
    void delay(long ps) {
        progress();
        leftPs += ps;
        finish();
    }

    @Override
    void onPace(long psPerByte) {
        progress();
        pacePs = psPerByte;
        finish();
    }

    void reset() {
        kernel.cancel(this);
        busy = false;
        streaming = false;
        cookie = null;
        sram.end(this);
    }

    /** The first byte of a transfer, and then its end. */
    @Override
    protected void fire() {
        if (streaming) {
            done();
        } else {
            stream();
        }
    }

    private void stream() {
        streaming = true;
        since = kernel.now();
        pacePs = sram.begin(this, bytePs);
        finish();
    }

    private void progress() {
        long now = kernel.now();
        leftPs -= Math.min(leftPs, scale(now - since, bytePs, pacePs));
        since = now;
    }

    private void finish() {
        kernel.move(kernel.now() + scale(leftPs, pacePs, bytePs), this);
    }

    private static long scale(long ps, long by, long over) {
        return by == over ? ps : (long) (ps * ((double) by / over));
    }

    private void done() {
        worked(toHost ? "to host" : "from host", bytes, started, kernel.now());
        Object what = cookie;
        busy = false;
        streaming = false;
        cookie = null;
        sram.end(this);
        if (toHost) {
            host.written(what, bytes, bus.latencyPs());
        }
        lanai.hostDmaDone(what);
    }
}

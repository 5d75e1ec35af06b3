package org.bipj.sim.hardware;

import org.bipj.sim.constants.Constants;

/**
 * The bus between host and board (PCI, or SBus by other constants).
 *
 * <p>Modelled: the board's DMA with a set-up (arbitration, first word), a rate for each direction, and the time until
 * data is visible to a polling host; programmed I/O by the host, with write combining (a rate and a fence) or without
 * (a time per word), and reads. Arbitration: while DMA streams, host and board take turns, so that programmed I/O gets
 * at most half of the bus, and DMA is delayed by the bus time of programmed I/O. The delay is applied when the doorbell
 * that ends the writes arrives, so writes during a DMA lengthen only that DMA. A host whose clock is ahead of the
 * simulation is known to compete with a DMA only if that already streams and will not have ended by then. Left out: DMA
 * that begins meanwhile, other devices, retries, cache snoops.
 *
 * <p>An SBus has two modes (virtual networks paper, section 5.2). Streaming DMA goes through buffers of the bridge, which
 * a system call flushes for each transfer from the host ({@code bus.dma.flush}, charged ahead of it). Consistent DMA
 * needs none and reads at {@code bus.dma.consistent.rate} at most. The rate of writes is the same in both modes, and
 * includes what they need.
 *
 * <p>Sources: BIP paper, section 4.3 (132 MB/s in theory, about 130 measured) and 4.4 (write combining); LCI paper
 * (80.6 MB/s with write combining); set-up and single accesses are assumed.
 */
final class IoBus {
    private static final int WORD = 4;

    /** The rates and latencies of a platform's bus. */
    static final class Rates {
        private final long bytePs;
        private final long readBytePs;
        private final long writeBytePs;
        private final long setupPs;
        private final long flushPs;
        private final long latencyPs;
        private final boolean combining;
        private final long pioSetupPs;
        private final long pioBytePs;
        private final long pioWordPs;
        private final long pioReadPs;

        Rates(Constants constants) {
            bytePs = constants.psPerByte("bus.rate");
            boolean streams = streams(constants);
            long dmaBytePs = streams ? bytePs : constants.psPerByte("bus.dma.consistent.rate");
            readBytePs = Math.max(dmaBytePs, constants.psPerByte("bus.dma.read.rate"));
            writeBytePs = Math.max(bytePs, constants.psPerByte("bus.dma.write.rate"));
            setupPs = constants.ps("bus.dma.setup");
            flushPs = streams ? constants.ps("bus.dma.flush") : 0;
            latencyPs = constants.ps("bus.dma.latency");
            combining = constants.flag("bus.pio.combining");
            pioSetupPs = constants.ps("bus.pio.setup");
            pioBytePs = Math.max(bytePs, constants.psPerByte("bus.pio.rate"));
            pioWordPs = constants.ps("bus.pio.word");
            pioReadPs = constants.ps("bus.pio.read");
        }

        private static boolean streams(Constants constants) {
            return switch (constants.word("bus.dma.mode")) {
                case "streaming" -> true;
                case "consistent" -> false;
                default -> throw constants.bad("bus.dma.mode", "expected streaming or consistent");
            };
        }
    }

    private final Rates rates;
    private HostDma dma;
    private long written;

    IoBus(Rates rates) {
        this.rates = rates;
    }

    void connect(HostDma engine) {
        dma = engine;
    }

    /** Least time of a byte in the board's DMA, to the host or from it. */
    long dmaBytePs(boolean toHost) {
        return toHost ? rates.writeBytePs : rates.readBytePs;
    }

    /** Time from the start of a DMA to its first byte, and for one from the host to flush the bridge's buffers. */
    long setupPs(boolean toHost) {
        return toHost ? rates.setupPs : rates.setupPs + rates.flushPs;
    }

    /** Time from the last byte written by DMA to its visibility for a polling host. */
    long latencyPs() {
        return rates.latencyPs;
    }

    /** Time that the host needs to write to the board from a moment on, as far as is known now. */
    long pioWritePs(int bytes, long at) {
        written += bytes;
        return rates.pioSetupPs
                + shared(rates.combining ? bytes * rates.pioBytePs : words(bytes) * rates.pioWordPs, busPs(bytes), at);
    }

    /** Time that the host needs to read a word from the board from a moment on, as far as is known now. */
    long pioReadPs(long at) {
        written += WORD;
        return shared(rates.pioReadPs, WORD * rates.bytePs, at);
    }

    /** The writes since the last call have arrived: a DMA that streams is delayed. */
    void arrived() {
        if (written > 0) {
            if (dma.isStreaming()) {
                dma.delay(busPs(written));
            }
            written = 0;
        }
    }

    /** While DMA streams, an access that would use more than half of the bus takes twice its bus time. */
    private long shared(long alone, long onBus, long at) {
        return dma.isStreamingAt(at) ? Math.max(alone, 2 * onBus) : alone;
    }

    private long busPs(long bytes) {
        return words(bytes) * WORD * rates.bytePs;
    }

    private static long words(long bytes) {
        return (bytes + WORD - 1) / WORD;
    }
}

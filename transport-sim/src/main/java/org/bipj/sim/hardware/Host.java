package org.bipj.sim.hardware;

import java.util.List;
import java.util.Locale;
import org.bipj.core.nic.HostWork;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;

/**
 * The host computer: the costs of its software, and its memory as the board sees it. All costs are in picoseconds; the
 * caller charges them to the rank's clock.
 *
 * <p>Modelled: named pieces of software, each with a cost; copies at one rate up to the size of the second-level cache
 * and at a lower one beyond; simulated addresses for Java memory; pages that are pinned and translated on first use and
 * remembered; programmed I/O over the bus; polls of host memory; an interrupt that reaches the user late. Left out: the
 * contents of the caches, competition for memory between processor and DMA (180 MB/s against 132), the operating
 * system's timer.
 *
 * <p>On request ({@link HardwareSettings#jitter}) pieces of work, and the visibility of what the board has written, are
 * delayed at random. What arrives stays in its order.
 *
 * <p>Sources: BIP paper, sections 4.2 and 5 (memory rates, pinning), LCI paper (copies beyond the cache, interrupt 31
 * us).
 */
public final class Host {
    /** Is notified of data that the board has written into the host's memory, where a poll then finds it. */
    public interface DeliveryListener {
        /**
         * A host DMA to this host has ended, and a poll finds its data from now on.
         *
         * @param cookie of {@link Lanai#hostDma}
         */
        void delivered(Object cookie, int bytes);
    }

    private final Kernel kernel;
    private final IoBus bus;
    private final SimulatedAddresses memory;
    private final PinnedPages pages;
    private final Costs costs;
    private final Jitter jitter;
    private DeliveryListener listener = (cookie, bytes) -> {};
    private Runnable interruptHandler = () -> {};
    private final Deliveries deliveries = new Deliveries();
    private final Event interrupted = new Event() {
        @Override
        protected void fire() {
            interruptHandler.run();
        }
    };

    Host(Kernel kernel, Costs costs, IoBus bus, Jitter jitter) {
        this.kernel = kernel;
        this.costs = costs;
        this.bus = bus;
        this.jitter = jitter;
        memory = new SimulatedAddresses(costs.heap);
        pages = new PinnedPages(costs.page, costs.pinPages, costs.pinPs, costs.pinLookupPs, costs.unpinPs);
    }

    /** The costs of software and of pinning on the hosts of a platform, and the beginning of their heap. */
    static final class Costs {
        private final Constants constants;
        private final long[] workPs = new long[HostWork.values().length];
        /** What has been charged in this run. The cost of anything else has no effect. */
        private final boolean[] isCharged = new boolean[HostWork.values().length];

        private final long cacheBytes;
        private final double copyPs;
        private final double uncachedCopyPs;
        private final long pollPs;
        private final long interruptPs;
        private final long heap;
        private final int page;
        private final int pinPages;
        private final long pinPs;
        private final long pinLookupPs;
        private final long unpinPs;

        Costs(Constants constants) {
            this.constants = constants;
            Constants unmarked = constants.unmarked();
            for (HostWork work : HostWork.values()) {
                workPs[work.ordinal()] = unmarked.ps(keyOf(work));
            }
            cacheBytes = constants.bytes("host.cache");
            copyPs = constants.psPerByte("host.memcpy.rate");
            uncachedCopyPs = constants.psPerByte("host.memcpy.uncached.rate");
            pollPs = constants.ps("host.poll");
            interruptPs = constants.ps("host.interrupt");
            heap = (long) constants.number("host.heap");
            page = constants.bytes("host.page");
            if (Integer.bitCount(page) != 1) {
                throw constants.bad("host.page", "expected a power of two");
            }
            pinPages = constants.count("host.pin.pages");
            pinPs = constants.ps("host.pin");
            pinLookupPs = constants.ps("host.pin.lookup");
            unpinPs = constants.ps("host.unpin");
        }

        long workPs(HostWork work) {
            if (!isCharged[work.ordinal()]) {
                isCharged[work.ordinal()] = true;
                constants.get(keyOf(work));
            }
            return workPs[work.ordinal()];
        }
    }

    /** Beginnings of the names of pieces that belong to a layer. */
    private static final List<String> LAYERS = List.of("bip_", "mpi_", "panda_st_", "panda_mt_", "orca_", "crl_");

    /**
     * Name of the constant for a piece of work: {@code host.bip.send} for BIP_SEND, {@code host.panda.st.send} for
     * PANDA_ST_SEND, {@code host.failed-test} for FAILED_TEST.
     */
    public static String keyOf(HostWork work) {
        String name = work.name().toLowerCase(Locale.ROOT);
        String layer = LAYERS.stream().filter(name::startsWith).findAny().orElse("");
        return "host." + layer.replace('_', '.')
                + name.substring(layer.length()).replace('_', '-');
    }

    /** The cost of a named piece of software. */
    public long workPs(HostWork work) {
        return costs.workPs(work);
    }

    /** A random delay of the host's software, to be charged with each piece of work; 0 unless it is asked for. */
    public long delayPs() {
        return jitter.nextPs();
    }

    /** The cost of a copy by the processor. */
    public long copyPs(long bytes) {
        long inside = Math.min(bytes, costs.cacheBytes);
        return (long) (inside * costs.copyPs + (bytes - inside) * costs.uncachedCopyPs);
    }

    /** The cost of a copy into a buffer of some length: at the lower rate if that is larger than the cache. */
    public long copyPs(long bytes, long extent) {
        return (long) (bytes * (extent <= costs.cacheBytes ? costs.copyPs : costs.uncachedCopyPs));
    }

    /**
     * The cost of writing into the board's memory and ringing the doorbell. The board's DMA may slow it down.
     *
     * @param at the moment at which the host begins: its clock, which may be ahead of the simulation's
     */
    public long pioWritePs(int bytes, long at) {
        return bus.pioWritePs(bytes, at);
    }

    /**
     * The cost of reading one word from the board.
     *
     * @param at the moment at which the host begins
     */
    public long pioReadPs(long at) {
        return bus.pioReadPs(at);
    }

    /** The cost of polling a flag in host memory. */
    public long pollPs() {
        return costs.pollPs;
    }

    /**
     * The simulated virtual address of memory: the same for the same memory as long as it lives, never used again for
     * other memory, aligned as by malloc (8 bytes behind a header), so that buffers start anywhere in a page.
     *
     * @param object a primitive array, an NIO buffer (from its first element on) or a memory segment
     * @param bytes its length
     */
    public long addressOf(Object object, long bytes) {
        return memory.addressOf(object, bytes);
    }

    /** Pins the pages of a range that are not pinned, and translates all. Returns the cost. */
    public long pinPs(long address, long bytes) {
        return pages.pinPs(address, bytes);
    }

    /** Bytes from an address to the end of its page: the longest piece of a gather list. */
    public int toPageEnd(long address) {
        return pages.toPageEnd(address);
    }

    /** Number of pages that a range touches. */
    public int pagesOf(long address, long bytes) {
        return pages.pagesOf(address, bytes);
    }

    /** Sets the listener for data that the board has written into this host's memory. */
    public void onDelivery(DeliveryListener by) {
        listener = by;
    }

    /** Sets the handler that runs when an interrupt has reached the user. */
    public void onInterrupt(Runnable handler) {
        interruptHandler = handler;
    }

    /** The board raises its interrupt line, unless it is raised. */
    void interrupt(long at) {
        if (!interrupted.isScheduled()) {
            kernel.at(at + costs.interruptPs, interrupted);
        }
    }

    /** The board has put the last word of a transfer on the bus. */
    void written(Object cookie, int bytes, long latencyPs) {
        deliveries.add(kernel.now() + latencyPs + jitter.nextPs(), cookie, bytes);
    }

    /** Data between the bus and its visibility to polls, first in, first out. */
    private final class Deliveries extends Event {
        private final EventRing queue = new EventRing();
        /** When the last entry becomes visible: one that is delayed less waits for it. */
        private long lastAt;

        void add(long visibleAt, Object cookie, int bytes) {
            lastAt = Math.max(lastAt, visibleAt);
            queue.add(0, cookie, bytes, lastAt);
            if (!isScheduled()) {
                kernel.at(lastAt, this);
            }
        }

        @Override
        protected void fire() {
            Object cookie = queue.what();
            int bytes = queue.count();
            queue.remove();
            if (!queue.isEmpty()) {
                kernel.at(queue.time(), this);
            }
            listener.delivered(cookie, bytes);
        }
    }
}

package org.bipj.sim.hardware;

import java.util.Locale;
import org.bipj.core.nic.HostWork;
import org.bipj.sim.constants.Constants;
import org.bipj.sim.kernel.Event;
import org.bipj.sim.kernel.Kernel;

/**
 * The host computer: what its software costs, and its memory as the board sees it. All costs are in picoseconds;
 * whoever asks charges them to the rank's clock.
 *
 * <p>Modelled: named pieces of software with a cost each; copies at one rate as far as the second-level cache reaches
 * and a lower one beyond; simulated addresses for Java memory; pages that are pinned and translated on first touch and
 * remembered; programmed I/O over the bus; polls of host memory; an interrupt that reaches the user late. Left out: the
 * caches themselves (who has touched what), competition for memory between processor and DMA (180 MB/s against 132),
 * the operating system's timer.
 *
 * <p>Sources: BIP paper, sections 4.2 and 5 (memory rates, pinning), LCI paper (copies beyond the cache, interrupt 31
 * us).
 */
public final class Host {
    /** Hears of what the board has written into the host's memory: what a poll then finds. */
    public interface Arrivals {
        /**
         * A host DMA to this host has ended, and a poll sees it from now on.
         *
         * @param cookie of {@link Lanai#hostDma}
         */
        void landed(Object cookie, int bytes);
    }

    private final Kernel kernel;
    private final IoBus bus;
    private final SimulatedAddresses memory;
    private final PinnedPages pages;
    private final Costs costs;
    private Arrivals arrivals = (cookie, bytes) -> {};
    private Runnable interruptHandler = () -> {};
    private final Landings landings = new Landings();
    private final Event interrupted = new Event() {
        @Override
        protected void fire() {
            interruptHandler.run();
        }
    };

    Host(Kernel kernel, Costs costs, IoBus bus) {
        this.kernel = kernel;
        this.costs = costs;
        this.bus = bus;
        memory = new SimulatedAddresses(costs.heap);
        pages = new PinnedPages(costs.page, costs.pinPages, costs.pinPs, costs.pinLookupPs, costs.unpinPs);
    }

    /** What software and pinned pages cost on the hosts of a platform, and where their heap begins. */
    static final class Costs {
        private final long[] workPs = new long[HostWork.values().length];
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
            for (HostWork work : HostWork.values()) {
                workPs[work.ordinal()] = constants.ps(keyOf(work));
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
    }

    /**
     * Name of the constant for a piece of work: {@code host.bip.send} for BIP_SEND, {@code host.failed-test} for
     * FAILED_TEST.
     */
    static String keyOf(HostWork work) {
        String name = work.name().toLowerCase(Locale.ROOT);
        boolean ofLayer = name.startsWith("bip_") || name.startsWith("mpi_");
        return "host." + name.replace('_', ofLayer ? '.' : '-');
    }

    /** A named piece of software. */
    public long workPs(HostWork work) {
        return costs.workPs[work.ordinal()];
    }

    /** A copy by the processor. */
    public long copyPs(long bytes) {
        long inside = Math.min(bytes, costs.cacheBytes);
        return (long) (inside * costs.copyPs + (bytes - inside) * costs.uncachedCopyPs);
    }

    /**
     * Writing so many bytes into the board's memory, and ringing. The board's DMA may slow it down.
     *
     * @param at the moment at which the host begins: its clock, which may be ahead of the simulation's
     */
    public long pioWritePs(int bytes, long at) {
        return bus.pioWritePs(bytes, at);
    }

    /**
     * Reading one word from the board.
     *
     * @param at the moment at which the host begins
     */
    public long pioReadPs(long at) {
        return bus.pioReadPs(at);
    }

    /** One look at a flag in host memory that the board may have written. */
    public long pollPs() {
        return costs.pollPs;
    }

    /**
     * The simulated virtual address at which memory starts: the same for the same memory as long as it lives, never
     * used again for other memory, aligned as malloc does (8 bytes behind a header), so that buffers start anywhere in
     * a page.
     *
     * @param object a primitive array, an NIO buffer (from its first element on) or a memory segment
     * @param bytes its length
     */
    public long addressOf(Object object, long bytes) {
        return memory.addressOf(object, bytes);
    }

    /** Makes sure that all pages of a range are pinned, and translates them: what that costs. */
    public long pinPs(long address, long bytes) {
        return pages.pinPs(address, bytes);
    }

    /** Bytes from an address to the end of its page: a piece of a gather list is no longer. */
    public int toPageEnd(long address) {
        return pages.toPageEnd(address);
    }

    /** Pages that a range touches. */
    public int pagesOf(long address, long bytes) {
        return pages.pagesOf(address, bytes);
    }

    /** Who hears of what the board has written into this host's memory. */
    public void arrivals(Arrivals listener) {
        arrivals = listener;
    }

    /** What runs when an interrupt has reached the user. */
    public void interruptHandler(Runnable handler) {
        interruptHandler = handler;
    }

    /** The board raises its interrupt line; one that is raised already stays so. */
    void interrupt(long at) {
        if (!interrupted.isScheduled()) {
            kernel.at(at + costs.interruptPs, interrupted);
        }
    }

    /** The board has put the last word on the bus. */
    void written(Object cookie, int bytes, long latencyPs) {
        landings.add(kernel.now() + latencyPs, cookie, bytes);
    }

    /** What is between bus and sight. The latency is constant, so it is a queue. */
    private final class Landings extends Event {
        private final EventRing queue = new EventRing();

        void add(long at, Object cookie, int bytes) {
            queue.add(0, cookie, bytes, at);
            if (!isScheduled()) {
                kernel.at(at, this);
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
            arrivals.landed(cookie, bytes);
        }
    }
}

package org.bipj.crl;

import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.function.BooleanSupplier;
import org.bipj.core.job.Job;
import org.bipj.core.job.Jobs;
import org.bipj.crl.protocol.Copy;
import org.bipj.crl.protocol.HomeCopy;
import org.bipj.crl.protocol.Outlet;
import org.bipj.crl.protocol.Requests;
import org.bipj.lci.Channel;
import org.bipj.lci.Lci;

/**
 * CRL of one rank: regions of memory that all ranks share, each with a copy on the ranks that use it (LCI paper, section 5.5).
 *
 * <pre>{@code
 * try (Crl crl = Crl.init()) {
 *     long[] id = new long[1];
 *     if (crl.rank() == 0) {
 *         id[0] = crl.create(8).id();                          its home is rank 0
 *     }
 *     crl.broadcast(0, id);
 *     Region counter = crl.map(id[0]);
 *     try (WriteSection w = counter.startWrite()) {            one rank at a time
 *         w.putLong(0, w.getLong(0) + 1);
 *     }
 *     crl.barrier();
 *     try (ReadSection r = counter.startRead()) {              all at once
 *         System.out.println(r.getLong(0) + " ranks");
 *     }
 *     crl.barrier();                                           no home leaves before all have read
 * }
 * }</pre>
 *
 * <p>A section whose copy is not valid, or not exclusive, is a miss: a request to the region's home, invalidations of other
 * ranks' copies where there are some, and a reply with the data unless the rank has them. The rank waits meanwhile. It serves
 * other ranks in all calls of CRL and of LCI that wait or poll, and in the start and end of each section. A rank that computes
 * for long without such a call serves others late, unless {@linkplain Setup#interrupts interrupts} are on.
 *
 * <p>One thread of a rank calls CRL. LCI, MPI and others may be used beside it.
 */
public final class Crl implements AutoCloseable {
    /** Not the id of any region; for pointers in regions. */
    public static final long NONE = 0;

    /**
     * LCI's channels: a pair for each time that CRL is opened, so that what a rank sends after it has been opened again waits for
     * the others to do so.
     */
    private static final int FIRST_CHANNEL = 65_000;

    private static final int PAIRS = 100;

    /** By job: how often CRL was opened. */
    private static final Map<Job, Integer> OPENED = new WeakHashMap<>();

    /** Jobs of this JVM in which CRL is open. */
    private static final Set<Job> OPEN = Collections.newSetFromMap(new WeakHashMap<>());

    /** Unmapped regions whose copies are kept, unless {@link Setup#cache} sets another number. */
    public static final int DEFAULT_CACHE = 4096;

    private final Job job;
    private final Lci lci;
    private final boolean masks;
    private final Channel channel;
    private final CrlMessages messages;
    private final ReductionTree reductions;
    private final Requests requests;

    private final Region.Owner owner = new Owner();
    private Region[] own = new Region[64];
    private int created;
    private final RegionTable others = new RegionTable();
    private final UnmappedRegions unmapped;

    /** How many read and write sections the rank is in. */
    private int sections;

    /** The region of the request that the rank waits for. */
    private Region wanted;

    private final BooleanSupplier granted = this::isGranted;
    private final BooleanSupplier lengthKnown = this::isLengthKnown;
    private final Object waitText = new WaitText();

    private long reads;
    private long writes;
    private long readMisses;
    private long writeMisses;
    private long maps;
    private long mapMisses;
    private boolean closed;

    /** Settings that have to be known before {@link #init}. */
    public static final class Setup {
        private final Lci.Setup lci = Lci.setup();
        private int cache = DEFAULT_CACHE;

        private Setup() {}

        /**
         * Serves other ranks also while the program computes: interrupts of LCI. In virtual time only on boards that run LCI's
         * protocols. Deadlocks are not detected in such a job.
         */
        public Setup interrupts() {
            lci.interrupts();
            return this;
        }

        /** Sets the bytes of LCI's packets; see {@link Lci.Setup#payload}. The same on all ranks. */
        public Setup payload(int bytes) {
            lci.payload(bytes);
            return this;
        }

        /**
         * Sets how many regions of other ranks the rank keeps copies of after it has unmapped them. If there are more, the one
         * that was unmapped first is flushed and forgotten.
         *
         * @param regions not negative
         */
        public Setup cache(int regions) {
            if (regions < 0) {
                throw new IllegalArgumentException("regions: " + regions + ", expected a number that is not negative");
            }
            cache = regions;
            return this;
        }

        /**
         * Joins the job. Ranks may start in any order.
         *
         * @throws CrlException if CRL is open on this rank
         */
        public Crl init() {
            Job job = Jobs.of(null);
            int opening = enter(job);
            try {
                return new Crl(job, opening, lci.init(), cache);
            } catch (RuntimeException e) {
                leave(job);
                throw e;
            }
        }
    }

    private static int enter(Job job) {
        synchronized (OPENED) {
            if (!OPEN.add(job)) {
                throw new CrlException(job.rank(), "init() while CRL is open; expected one at a time on each rank");
            }
            return OPENED.merge(job, 1, Integer::sum);
        }
    }

    private static void leave(Job job) {
        synchronized (OPENED) {
            OPEN.remove(job);
        }
    }

    /** Starts with settings that can be changed until {@link Setup#init}. */
    public static Setup setup() {
        return new Setup();
    }

    /**
     * Joins the job.
     *
     * @throws CrlException if CRL is open on this rank
     */
    public static Crl init() {
        return setup().init();
    }

    private Crl(Job job, int opening, Lci lci, int cache) {
        this.job = job;
        this.lci = lci;
        masks = lci.hasInterrupts();
        requests = new Requests(lci.size());
        unmapped = new UnmappedRegions(cache);
        int number = FIRST_CHANNEL + 2 * (opening % PAIRS);
        channel = lci.open(number, packet -> messages().onPacket(packet));
        messages = new CrlMessages(this, lci, channel, opening);
        reductions = new ReductionTree(lci, number + 1);
    }

    private CrlMessages messages() {
        return messages;
    }

    Region.Owner owner() {
        return owner;
    }

    /** This rank's number, from 0. */
    public int rank() {
        return lci.rank();
    }

    /** The number of ranks in the job. */
    public int size() {
        return lci.size();
    }

    /** Seconds since some moment in the past; virtual where the job runs in virtual time. */
    public double time() {
        return lci.time();
    }

    /** What this rank has done so far. */
    public CrlStatistics statistics() {
        return new CrlStatistics(
                reads, writes, readMisses, writeMisses, maps, mapMisses, messages.sent(), messages.sentWithData());
    }

    // ---- regions -----------------------------------------------------------------------------------------------

    /**
     * Creates a region of zeros, and maps it here. This rank is its home as long as CRL is open.
     *
     * @param bytes its length, at least 1
     * @throws CrlException if the length is out of range
     */
    public Region create(int bytes) {
        checkOpen();
        if (bytes < 1) {
            throw fail("create(" + bytes + "); expected at least 1 byte");
        }
        int number = ++created;
        if (number == own.length) {
            own = Arrays.copyOf(own, 2 * own.length);
        }
        Region region = new Region(owner, Region.id(rank(), number), bytes, requests);
        region.mapped = 1;
        own[number] = region;
        return region;
    }

    /**
     * Maps a region of any rank, so that it can be used here until {@link Region#unmap} has been called as often. If this rank
     * does not know the region, it waits for an answer of its home.
     *
     * @param id the region's {@linkplain Region#id number}
     * @return the region; the same object as long as it is mapped or in the cache
     * @throws CrlException if there is no such region
     */
    public Region map(long id) {
        maps++;
        Region region = Region.homeOf(id) == rank() ? known(id) : others.get(id);
        if (region == null) {
            return mapUnknown(id);
        }
        checkOpen();
        if (region.mapped++ == 0 && !region.isHome()) {
            unmapped.remove(region);
        }
        return region;
    }

    private Region mapUnknown(long id) {
        int home = Region.homeOf(id);
        if (home < 0 || home >= size() || Region.numberOf(id) <= 0) {
            throw fail("map(" + id + "), which names " + Region.name(id) + " of " + size()
                    + " ranks; expected the id of a region that was created");
        }
        int length = home == rank() ? CrlMessages.UNKNOWN : askForLength(id);
        if (length == CrlMessages.UNKNOWN) {
            throw fail("map(" + id + "): rank " + home + " has created no " + Region.name(id)
                    + "; expected the id of a region that was created");
        }
        Region region = new Region(owner, id, length, null);
        region.mapped = 1;
        others.add(region);
        return region;
    }

    private int askForLength(long id) {
        enter();
        try {
            mapMisses++;
            messages.askForLength(id);
            lci.await(waitText(id), lengthKnown);
            return messages.mappedLength();
        } finally {
            exit();
        }
    }

    private String waitText(long id) {
        return "CRL: the length of " + Region.name(id) + ", for rank " + Region.homeOf(id);
    }

    private boolean isLengthKnown() {
        return messages.mappedLength() != CrlMessages.UNANSWERED;
    }

    private void unmap(Region region) {
        region.checkUsable("unmap()");
        enter();
        try {
            if (--region.mapped > 0 || region.isHome()) {
                return;
            }
            unmapped.add(region);
            Region evicted = unmapped.evict();
            if (evicted != null) {
                evicted.copy.flush();
                others.remove(evicted);
            }
        } finally {
            exit();
        }
    }

    /** A region of this rank, or of another one if it is mapped or in the cache; else null. */
    Region known(long id) {
        if (Region.homeOf(id) != rank()) {
            return others.get(id);
        }
        int number = Region.numberOf(id);
        return number > 0 && number <= created ? own[number] : null;
    }

    // ---- sections ----------------------------------------------------------------------------------------------

    private void startRead(Region region) {
        region.checkUsable("startRead()");
        enter();
        try {
            reads++;
            poll();
            if (!region.copy.startRead()) {
                readMisses++;
                await(region);
            }
            sections++;
        } finally {
            exit();
        }
    }

    private void startWrite(Region region) {
        region.checkUsable("startWrite()");
        enter();
        try {
            writes++;
            poll();
            if (!region.copy.startWrite()) {
                writeMisses++;
                await(region);
            }
            sections++;
        } finally {
            exit();
        }
    }

    private void end(Region region) {
        enter();
        try {
            region.copy.end();
            sections--;
            poll();
        } finally {
            exit();
        }
    }

    private void flush(Region region) {
        region.checkUsable("flush()");
        enter();
        try {
            region.copy.flush();
        } finally {
            exit();
        }
    }

    /** What the regions of this rank ask of it. */
    private final class Owner implements Region.Owner {
        @Override
        public int rank() {
            return lci.rank();
        }

        @Override
        public Outlet outlet() {
            return messages;
        }

        @Override
        public void startRead(Region region) {
            Crl.this.startRead(region);
        }

        @Override
        public void startWrite(Region region) {
            Crl.this.startWrite(region);
        }

        @Override
        public void end(Region region) {
            Crl.this.end(region);
        }

        @Override
        public void flush(Region region) {
            Crl.this.flush(region);
        }

        @Override
        public void unmap(Region region) {
            Crl.this.unmap(region);
        }
    }

    private void poll() {
        int delivered = lci.pollOften();
    }

    private void await(Region region) {
        wanted = region;
        lci.await(waitText, granted);
        wanted = null;
    }

    private boolean isGranted() {
        return wanted.copy.section() != Copy.Section.NONE;
    }

    /** What the rank waits for, for a report. */
    private final class WaitText {
        @Override
        public String toString() {
            Region region = wanted;
            if (region == null) {
                return "";
            }
            int awaited = region.copy instanceof HomeCopy home ? home.waitsFor() : region.home();
            return "CRL: a section of " + region + ", for rank " + awaited;
        }
    }

    /** Upcalls run in calls of CRL only, until {@link #exit}. */
    private void enter() {
        checkOpen();
        if (masks) {
            lci.disableInterrupts();
        }
    }

    private void exit() {
        if (masks) {
            lci.enableInterrupts();
        }
    }

    private void checkOpen() {
        if (closed) {
            throw fail("a call after close()");
        }
    }

    private CrlException fail(String message) {
        return new CrlException(lci.rank(), message);
    }

    // ---- all ranks ---------------------------------------------------------------------------------------------

    /** Waits until all ranks have called this. Serves other ranks meanwhile. */
    public void barrier() {
        checkOpen();
        lci.barrier();
    }

    /**
     * Replaces the values on all ranks by those of one. All ranks call this with as many values.
     *
     * @param root whose values they become
     * @throws CrlException if the root is out of range, or there are more values than a packet has room for
     */
    public void broadcast(int root, long[] values) {
        if (root < 0 || root >= size()) {
            throw fail("broadcast(): root " + root + "; expected 0 to " + (size() - 1));
        }
        if (rank() != root) {
            Arrays.fill(values, 0);
        }
        reduce(ReductionTree.Operation.BROADCAST, values);
    }

    /** Replaces each value by the sum of those of all ranks, which call this with as many values. */
    public void sum(double[] values) {
        reduce(ReductionTree.Operation.SUM, values);
    }

    /** Replaces each value by the least one of all ranks, which call this with as many values. */
    public void min(double[] values) {
        reduce(ReductionTree.Operation.MIN, values);
    }

    /** Replaces each value by the greatest one of all ranks, which call this with as many values. */
    public void max(double[] values) {
        reduce(ReductionTree.Operation.MAX, values);
    }

    private void reduce(ReductionTree.Operation operation, double[] values) {
        long[] bits = new long[values.length];
        Arrays.setAll(bits, i -> Double.doubleToRawLongBits(values[i]));
        reduce(operation, bits);
        Arrays.setAll(values, i -> Double.longBitsToDouble(bits[i]));
    }

    private void reduce(ReductionTree.Operation operation, long[] values) {
        checkOpen();
        if (values.length > reductions.most()) {
            throw fail(operation + " of " + values.length + " values; expected up to " + reductions.most());
        }
        reductions.all(operation, values);
    }

    // ---- the end -----------------------------------------------------------------------------------------------

    /**
     * Leaves CRL. The regions and copies of this rank end, so a rank whose regions or copies others may still want calls
     * {@link #barrier} before.
     *
     * @throws CrlException inside a section, whose region others may wait for; CRL stays open
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (sections > 0) {
            throw fail("close() inside " + (sections == 1 ? "a section" : sections + " sections")
                    + "; expected its end before, as other ranks may wait for the region");
        }
        lci.await("CRL: Crl.close: messages have to leave", messages::isIdle);
        closed = true;
        channel.close();
        reductions.close();
        leave(job);
        lci.close();
    }
}

package org.bipj.net.pmi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.bipj.core.job.ForeignLauncher;
import org.bipj.core.nic.PortException;

/** PMIx, through the library of the system: Open MPI's mpirun, prte, {@code srun --mpi=pmix}. */
final class Pmix implements KeyValues {
    /** What the launcher knows of itself it has at once. */
    private static final int AT_ONCE_S = 1;

    private static final int VALUE_S = 60;

    private final ForeignLauncher launcher;
    private final PmixLibrary library;
    private final MemorySegment self;
    private final int size;
    private final int application;
    private final Optional<ProcessHandle> parent;
    private boolean closed;

    /**
     * Connects with the launcher's server.
     *
     * @throws PortException if the library is not installed, or no server answers
     */
    Pmix(ForeignLauncher launcher) {
        this.launcher = launcher;
        try {
            library = new PmixLibrary();
        } catch (IllegalArgumentException e) {
            throw launcher.error(
                    "libpmix.so.2, through which they find each other, is not installed (Debian's package libpmix2)");
        }
        try {
            self = library.init();
        } catch (PortException e) {
            throw launcher.error("its server does not answer: " + e.getMessage());
        }
        parent = ProcessHandle.current().parent();
        size = number(PmixLibrary.ALL_RANKS, "pmix.job.size")
                .orElseThrow(() -> launcher.error("does not say how many they are (pmix.job.size)"));
        application = Math.max(0, number(rank(), "pmix.appnum").orElse(0));
    }

    private Optional<Integer> number(int rank, String key) {
        return library.get(self, rank, key, AT_ONCE_S) instanceof Integer number
                ? Optional.of(number)
                : Optional.empty();
    }

    @Override
    public int rank() {
        return PmixLibrary.rankOf(self);
    }

    @Override
    public int size() {
        return size;
    }

    @Override
    public int application() {
        return application;
    }

    /**
     * Numbers of nodes where the launcher gives those of all ranks, else names (Open MPI's numbers are those of the own node). All
     * ranks have to come to the same result. Where there is neither, each rank has a host of its own: the network reaches all.
     */
    @Override
    public int[] hosts() {
        List<Object> nodes = ofAllRanks("pmix.nodeid");
        if (nodes.contains(null)) {
            nodes = ofAllRanks("pmix.hname");
        }
        List<Object> known = nodes;
        return IntStream.range(0, size)
                .map(rank -> known.contains(null) ? rank : known.indexOf(known.get(rank)))
                .toArray();
    }

    /** Null for a rank of which the launcher does not say it. */
    private List<Object> ofAllRanks(String key) {
        List<Object> values = new ArrayList<>();
        for (int rank = 0; rank < size; rank++) {
            values.add(library.get(self, rank, key, AT_ONCE_S));
        }
        return values;
    }

    @Override
    public synchronized void put(String key, String value) {
        library.put(key, value);
    }

    @Override
    public void fence() {
        library.fence();
    }

    @Override
    public String get(int rank, String key) {
        return library.get(self, rank, key, VALUE_S) instanceof String text ? text : null;
    }

    @Override
    public void abort(int code, String reason) {
        Output.awaitRead();
        library.abort(code, reason);
    }

    /** The library does not report the loss of its server; but the server, or a process that it started, is this process's parent. */
    @Override
    public boolean isGone() {
        return !ProcessHandle.current().parent().equals(parent);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            try {
                library.finish();
            } catch (PortException e) {
                System.getLogger(Pmix.class.getName())
                        .log(System.Logger.Level.DEBUG, launcher.name() + " has ended before", e);
            }
        }
    }
}

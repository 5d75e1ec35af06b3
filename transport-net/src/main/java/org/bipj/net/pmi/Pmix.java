package org.bipj.net.pmi;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
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

    /** Where the launcher does not say which ranks share a host, each has one of its own: the network reaches all. */
    @Override
    public int[] hosts() {
        int[] hosts = new int[size];
        for (int rank = 0; rank < size; rank++) {
            Optional<Integer> host = number(rank, "pmix.nodeid");
            if (host.isEmpty()) {
                return java.util.stream.IntStream.range(0, size).toArray();
            }
            hosts[rank] = host.get();
        }
        return hosts;
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

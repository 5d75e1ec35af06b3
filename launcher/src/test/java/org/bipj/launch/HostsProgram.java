package org.bipj.launch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import mpi.MPI;
import mpi.MPIException;

/** A program over MPI for jobs of several hosts: each rank does what the first argument says. */
public final class HostsProgram {
    private static final int INTS = 100_000;
    private static final int SHORT_INTS = 100;
    private static final int LONG_BYTES = 64 << 20;

    private HostsProgram() {}

    /** Runs a rank. */
    public static void main(String[] args) throws MPIException, IOException {
        MPI.Init(args);
        int rank = MPI.COMM_WORLD.getRank();
        int last = MPI.COMM_WORLD.getSize() - 1;
        switch (args[0]) {
            case "exchange" -> {
                exchange(rank, MPI.COMM_WORLD.getSize(), INTS);
                if (args.length > 1) {
                    spawn(rank);
                }
            }
            case "forever" -> {
                for (int round = 0; ; round++) {
                    exchange(rank, MPI.COMM_WORLD.getSize(), round % 2 == 0 ? SHORT_INTS : INTS);
                }
            }
            case "long" -> longMessages(rank, MPI.COMM_WORLD.getSize());
            case "short" -> exchange(rank, MPI.COMM_WORLD.getSize(), SHORT_INTS);
            case "abort" -> {
                if (rank == last) {
                    MPI.COMM_WORLD.abort(7);
                }
                wait(rank);
            }
            case "throw" -> {
                if (rank == last) {
                    throw new IllegalStateException("as asked");
                }
                wait(rank);
            }
            case "die" -> {
                exchange(rank, MPI.COMM_WORLD.getSize(), INTS);
                if (rank == 3) {
                    Runtime.getRuntime().exec(new String[] {
                        "kill", "-9", "" + ProcessHandle.current().pid()
                    });
                }
                wait(rank);
            }
            case "listens" -> listens(rank, Integer.parseInt(args[1]), Integer.parseInt(args[2]));
            case "cache" -> cache();
            case "blocked" -> blocked(rank);
            case "wait" -> wait(rank);
            case "exchange-and-wait" -> {
                exchange(rank, MPI.COMM_WORLD.getSize(), INTS);
                wait(rank);
            }
            default -> throw new IllegalArgumentException(args[0]);
        }
        MPI.Finalize();
    }

    /** Says why no processes can be started. */
    private static void spawn(int rank) throws MPIException {
        MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
        try {
            MPI.COMM_WORLD.spawn("true", null, 1, MPI.INFO_NULL, 0, null).free();
        } catch (MPIException e) {
            boolean isNamed =
                    e.getErrorClass() == MPI.ERR_SPAWN && e.getMessage().contains("BIPJ's mpirun");
            System.out.println("rank " + rank + (isNamed ? " is told of mpirun" : ": " + e.getMessage()));
        }
    }

    /** All ports on which this process listens are in the range, and there is one. */
    private static void listens(int rank, int first, int last) throws MPIException, IOException {
        exchange(rank, MPI.COMM_WORLD.getSize(), SHORT_INTS);
        List<Integer> ports = ports();
        boolean all = !ports.isEmpty() && ports.stream().allMatch(port -> port >= first && port <= last);
        System.out.println("rank " + rank + (all ? " listens in the range" : " listens on " + ports));
    }

    /** The folder of the start-up caches of this rank, and whether its supervisor was started with one. */
    private static void cache() throws MPIException, IOException {
        int[] all = {1};
        MPI.COMM_WORLD.allReduce(all, 1, MPI.INT, MPI.SUM);
        String own = cacheOf(ProcessHandle.current());
        boolean above = cacheOf(ProcessHandle.current().parent().orElseThrow()) != null;
        System.out.println(MPI.getProcessorName() + " of " + all[0] + ": "
                + (own == null ? "no cache" : Path.of(own).getParent()) + ", supervisor with "
                + (above ? "a cache" : "no cache"));
    }

    /** The cache that a JVM was told to use; null if there was none. */
    private static String cacheOf(ProcessHandle process) throws IOException {
        String option = "-XX:AOTCache=";
        String words = Files.readString(Path.of("/proc", "" + process.pid(), "cmdline"));
        return Stream.of(words.split("\0"))
                .filter(word -> word.startsWith(option))
                .map(word -> word.substring(option.length()))
                .findFirst()
                .orElse(null);
    }

    /** Rank 0 sends to rank 1 once it has a line of input; rank 1 says where it listens, and by which process. */
    private static void blocked(int rank) throws MPIException, IOException {
        int[] one = {1};
        if (rank == 0) {
            System.in.read();
            MPI.COMM_WORLD.send(one, 1, MPI.INT, 1, 0);
        } else {
            System.out.println(ProcessHandle.current().pid() + " listens on " + ports());
            MPI.COMM_WORLD.recv(one, 1, MPI.INT, 0, 0);
            System.out.println("received");
        }
    }

    /** On which this process listens. */
    private static List<Integer> ports() throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            for (Path file : files.toList()) {
                if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && Files.isSymbolicLink(file)) {
                    inodes.add(Files.readSymbolicLink(file).toString().replaceAll("socket:\\[(\\d+)]", "$1"));
                }
            }
        }
        List<Integer> ports = new ArrayList<>();
        for (String table : List.of("/proc/self/net/tcp", "/proc/self/net/tcp6")) {
            for (String line : Files.readAllLines(Path.of(table))) {
                String[] words = line.strip().split("\\s+");
                if (words[3].equals("0A") && inodes.contains(words[9])) {
                    ports.add(Integer.parseInt(words[1].substring(words[1].indexOf(':') + 1), 16));
                }
            }
        }
        return ports;
    }

    /** Each rank sends a message of a byte and a longer one to each, the next host's ranks first; then all add up what they have. */
    private static void exchange(int rank, int size, int ints) throws MPIException {
        long[] sum = {0};
        for (int step = 1; step < size; step++) {
            int to = (rank + step) % size;
            int from = (rank - step + size) % size;
            int[] sent = new int[ints];
            sent[ints - 1] = rank;
            int[] received = new int[ints];
            MPI.COMM_WORLD.sendRecv(sent, ints, MPI.INT, to, step, received, ints, MPI.INT, from, step);
            byte[] one = {(byte) rank};
            byte[] other = new byte[1];
            MPI.COMM_WORLD.sendRecv(one, 1, MPI.BYTE, to, step, other, 1, MPI.BYTE, from, step);
            sum[0] += received[ints - 1] * 100L + other[0];
        }
        MPI.COMM_WORLD.allReduce(sum, 1, MPI.LONG, MPI.SUM);
        System.out.println("rank " + rank + " on " + MPI.getProcessorName() + " has " + sum[0]);
    }

    /** For ever each rank sends to and receives from each other one, arrays into buffers outside the heap and back. */
    private static void longMessages(int rank, int size) {
        byte[] array = new byte[LONG_BYTES];
        ByteBuffer outside = ByteBuffer.allocateDirect(LONG_BYTES);
        System.out.println(rank + " begins");
        for (int round = 0; ; round++) {
            Object sent = round % 2 == 0 ? array : outside;
            Object received = round % 2 == 0 ? outside : array;
            for (int step = 1; step < size; step++) {
                int to = (rank + step) % size;
                int from = (rank - step + size) % size;
                MPI.COMM_WORLD.sendRecv(sent, LONG_BYTES, MPI.BYTE, to, 0, received, LONG_BYTES, MPI.BYTE, from, 0);
            }
        }
    }

    /** For a message that nobody sends. */
    private static void wait(int rank) throws MPIException {
        System.out.println(rank + " waits");
        MPI.COMM_WORLD.recv(new int[1], 1, MPI.INT, MPI.COMM_WORLD.getSize() - 1 - rank, 99);
    }
}

package org.bipj.core.job.family;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Processes that a rank asks its launcher for (MPI 4.1 section 11.8).
 *
 * @param programs in the order of their ranks
 * @param parents who asks
 */
public record SpawnRequest(List<Program> programs, Connections.Parents parents) {
    /**
     * A program of some of the processes.
     *
     * @param command what to run
     * @param arguments of the command
     * @param processes how many are wanted
     * @param info hints by their keys
     */
    public record Program(String command, List<String> arguments, int processes, Map<String, String> info) {
        private static final String SOFT = "soft";

        /**
         * The programs that the hint {@code file} makes of this one, which are its processes in order: this one alone without it.
         *
         * @throws IllegalArgumentException if the file is not understood
         * @throws org.bipj.core.nic.PortException if it cannot be read
         */
        public List<Program> byFile() {
            return info.containsKey(SpawnFile.KEY) ? SpawnFile.of(this).programs() : List.of(this);
        }

        /**
         * The program with as many processes as its hint {@code soft} allows, at most so many; all others have their number.
         *
         * @return null if it allows none
         * @throws IllegalArgumentException if the hint is not understood
         */
        public @Nullable Program atMost(int most) {
            String soft = info.get(SOFT);
            int number = soft == null ? processes : new SoftCounts(soft).atMost(Math.min(most, processes));
            return number == 0 || number > most
                    ? null
                    : number == processes ? this : new Program(command, arguments, number, info);
        }
    }

    /**
     * The request for at most so many processes: where hints allow it, the last programs get fewer than are wanted.
     *
     * @return null if they do not
     */
    public @Nullable SpawnRequest fitting(int room) {
        List<Program> fewer = new ArrayList<>(programs);
        int excess = processes() - room;
        for (int i = fewer.size() - 1; i >= 0 && excess > 0; i--) {
            Program program = fewer.get(i);
            for (int most = Math.max(1, program.processes - excess); most < program.processes; most++) {
                Program smaller = program.atMost(most);
                if (smaller != null) {
                    excess -= program.processes - smaller.processes;
                    fewer.set(i, smaller);
                    break;
                }
            }
        }
        return excess > 0 ? null : new SpawnRequest(fewer, parents);
    }

    /** How many processes each program gets. */
    public List<Integer> counts() {
        return programs.stream().map(Program::processes).toList();
    }

    /** How many processes are wanted in all. */
    public int processes() {
        return programs.stream().mapToInt(Program::processes).sum();
    }

    /** The request as bytes, for {@link #of}. */
    public byte[] bytes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            write(out, parents.names());
            write(out, parents.tag());
            out.writeInt(programs.size());
            for (Program program : programs) {
                write(out, program.command);
                out.writeInt(program.arguments.size());
                for (String argument : program.arguments) {
                    write(out, argument);
                }
                out.writeInt(program.processes);
                out.writeInt(program.info.size());
                for (Map.Entry<String, String> hint : program.info.entrySet()) {
                    write(out, hint.getKey());
                    write(out, hint.getValue());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** The request that has these {@link #bytes()}. */
    public static SpawnRequest of(byte[] bytes) {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            Connections.Parents parents = new Connections.Parents(read(in), read(in));
            List<Program> programs = new ArrayList<>();
            for (int left = in.readInt(); left > 0; left--) {
                String command = read(in);
                List<String> arguments = new ArrayList<>();
                for (int more = in.readInt(); more > 0; more--) {
                    arguments.add(read(in));
                }
                int processes = in.readInt();
                Map<String, String> info = new LinkedHashMap<>();
                for (int more = in.readInt(); more > 0; more--) {
                    info.put(read(in), read(in));
                }
                programs.add(new Program(command, arguments, processes, info));
            }
            return new SpawnRequest(programs, parents);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String read(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
}

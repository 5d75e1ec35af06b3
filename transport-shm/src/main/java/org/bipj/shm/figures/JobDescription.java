package org.bipj.shm.figures;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bipj.core.nic.PortException;
import org.bipj.shm.memory.OwnDirectory;
import org.bipj.shm.memory.SessionFileErrors;

/**
 * What a session says of its job, for viewers; a text file in it, a line for each value.
 *
 * @param launcher process id of the launcher, or, where that is no {@code mpirun}, of the rank that has made the session
 * @param launcherStart as {@link ProcessStat#start}; 0: not known
 * @param mode {@code process}, {@code thread} or {@code sim}
 * @param size ranks of the job, on all hosts
 * @param ranks the ranks of this session, by place
 * @param startedMs when it was started, in milliseconds since 1970
 * @param command what the ranks run
 */
public record JobDescription(
        long launcher, long launcherStart, String mode, int size, List<Integer> ranks, long startedMs, String command) {
    /** Name of the file. */
    public static final String NAME = "job";

    /** Mode of jobs whose ranks are processes: they have a board. */
    public static final String PROCESSES = "process";

    private static final String END = "end=";
    private static final int COMMAND_MAX = 1000;

    /** The description of a job whose launcher is this process. */
    public static JobDescription ofThisProcess(String mode, int size, List<Integer> ranks, List<String> command) {
        long pid = ProcessHandle.current().pid();
        String words = String.join(" ", command).replace('\n', ' ').replace('\r', ' ');
        return new JobDescription(
                pid,
                ProcessStat.startOf(pid),
                mode,
                size,
                ranks,
                System.currentTimeMillis(),
                words.length() > COMMAND_MAX ? words.substring(0, COMMAND_MAX) : words);
    }

    /** The text of the file. */
    public String text() {
        return "launcher=" + launcher + "\nstart=" + launcherStart + "\nmode=" + mode + "\nsize=" + size + "\nranks="
                + ranks.stream().map(String::valueOf).collect(Collectors.joining(",")) + "\nstarted=" + startedMs
                + "\ncommand=" + command + "\n" + END + "\n";
    }

    /**
     * Adds the file to a session.
     *
     * @throws PortException if there is no room for it
     */
    public void write(OwnDirectory session) {
        try (FileChannel channel = session.create(NAME)) {
            ByteBuffer bytes = ByteBuffer.wrap(text().getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        } catch (IOException e) {
            throw new PortException("cannot make the file " + NAME + " of the session: " + SessionFileErrors.why(e), e);
        }
    }

    /** Reads a text; null if it is not complete. */
    static JobDescription parse(String text) {
        Map<String, String> values = new HashMap<>();
        text.lines().forEach(line -> {
            int at = line.indexOf('=');
            if (at > 0) {
                values.put(line.substring(0, at), line.substring(at + 1));
            }
        });
        if (!text.endsWith(END + "\n")) {
            return null;
        }
        try {
            List<Integer> ranks = new ArrayList<>();
            for (String rank : values.get("ranks").split(",")) {
                ranks.add(Integer.parseInt(rank));
            }
            return new JobDescription(
                    Long.parseLong(values.get("launcher")),
                    Long.parseLong(values.get("start")),
                    values.getOrDefault("mode", ""),
                    Integer.parseInt(values.get("size")),
                    List.copyOf(ranks),
                    Long.parseLong(values.get("started")),
                    values.getOrDefault("command", ""));
        } catch (NumberFormatException | NullPointerException e) {
            return null;
        }
    }

    /** True while the process lives that has made the session. */
    boolean isLauncherThere() {
        ProcessStat stat = ProcessStat.of(launcher);
        if (stat == null) {
            // This system does not say more.
            return launcherStart == 0 && ProcessHandle.of(launcher).isPresent();
        }
        return !stat.hasEnded() && (launcherStart == 0 || stat.start() == launcherStart);
    }
}

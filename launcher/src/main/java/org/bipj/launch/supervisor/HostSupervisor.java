package org.bipj.launch.supervisor;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.bipj.core.nic.PortException;
import org.bipj.launch.command.LaunchException;
import org.bipj.launch.system.LauncherVariables;
import org.bipj.launch.wire.ControlFrame;
import org.bipj.launch.wire.ControlLink;
import org.bipj.launch.wire.FrameKind;
import org.bipj.launch.wire.OwnClock;
import org.bipj.launch.wire.Packer;
import org.bipj.launch.wire.Tree;
import org.bipj.launch.wire.TreePlan;
import org.bipj.launch.wire.Unpacker;
import org.bipj.net.address.HostAddress;

/**
 * The supervisor of a host: started by mpirun or by another supervisor, to which it talks over two streams. Frames for
 * supervisors below it, and frames from them, it passes on.
 */
final class HostSupervisor {
    /** How long the other end may be silent before the plan has arrived, which says it. */
    private static final int FIRST_SILENCE_S = 60;

    private static final long LAST_FRAMES_MS = 500;
    private static final long BELOW_MS = 10_000;

    private final Host host;
    private final ControlLink up;
    private final String clock = OwnClock.name();
    private final LinkedBlockingQueue<ControlFrame> own = new LinkedBlockingQueue<>();
    /** Both are null before mpirun has sent the plan, or the job. */
    private volatile TreePlan plan;

    private volatile Tree tree;
    private final RecordFolders folders = new RecordFolders();
    private HostJob job;
    private volatile HostRanks ranks;
    private boolean ending;
    private volatile boolean jobOver;

    /** What a supervisor has of its host: its ranks, and the launch agents of further hosts. */
    interface Host extends Tree.Starter {
        /** Makes the session of the host's ranks. */
        HostRanks ranks(int hostIndex, HostJob job, List<String> addresses, String network, ControlLink up)
                throws IOException;

        /** The supervisor's link has ended: {@link HostSupervisor#end} has to be called. */
        void lost();
    }

    /** Creates a supervisor, which greets the process that has started it. */
    HostSupervisor(InputStream in, OutputStream out, Host host) throws IOException {
        this.host = host;
        out.write(ControlLink.GREETING);
        up = new ControlLink("mpirun", in, out, 0, FIRST_SILENCE_S, new ControlLink.Listener() {
            @Override
            public void arrived(ControlFrame frame) {
                fromAbove(frame);
            }

            @Override
            public void lost(String reason) {
                host.lost();
            }
        });
    }

    /** Handles frames until mpirun ends the job. */
    void run() throws InterruptedException {
        up.start();
        while (true) {
            ControlFrame frame = own.take();
            try {
                if (frame.kind() == FrameKind.END) {
                    return;
                }
                perform(frame);
            } catch (PortException | IOException | LaunchException | Unpacker.DamagedFrame e) {
                send(FrameKind.REFUSED, new Packer().text(String.valueOf(e.getMessage())));
            }
        }
    }

    private void send(FrameKind kind, Packer fields) {
        up.send(ControlFrame.of(kind, plan.hostIndex(), fields));
    }

    /** Called by the link's reader. Passing on never waits. */
    private void fromAbove(ControlFrame frame) {
        if (plan == null) {
            begin(TreePlan.of(frame));
            return;
        }
        if (frame.kind() == FrameKind.SIGNAL) {
            stopOrContinue(frame.fields().text());
        }
        if (frame.hostIndex() != plan.hostIndex()) {
            tree.send(frame);
        }
        if (frame.kind() == FrameKind.CLOCK) {
            // At once: the way back is to take as long as the way here.
            send(
                    FrameKind.CLOCKED,
                    new Packer()
                            .number(frame.fields().number())
                            .number(System.nanoTime())
                            .text(clock));
        } else if (frame.hostIndex() == plan.hostIndex() || frame.hostIndex() == ControlFrame.ALL) {
            jobOver |= frame.kind() == FrameKind.END;
            own.add(frame);
        }
    }

    /** True once mpirun has said that the job is over; false where it was lost before. */
    boolean isJobOver() {
        return jobOver;
    }

    /** While ranks are stopped mpirun is stopped, too, and sends nothing. */
    private void stopOrContinue(String signal) {
        switch (signal) {
            case "STOP" -> up.setPatient(true);
            case "CONT" -> up.setPatient(false);
            default -> {
                // Others make no difference.
            }
        }
    }

    private void begin(TreePlan given) {
        plan = given;
        up.setSilence(given.silence());
        send(FrameKind.HELLO, Versions.own().pack());
        tree = new Tree(given, new Below(), host);
        tree.start(pid -> {});
    }

    /** Handles what the supervisors below this one send. */
    private final class Below implements Tree.Listener {
        @Override
        public void arrived(ControlFrame frame) {
            if (frame.kind() == FrameKind.OUTPUT || frame.kind() == FrameKind.RECORDED) {
                up.sendData(frame);
            } else {
                up.send(frame);
            }
        }

        @Override
        public void lost(List<Integer> hostIndices, String reason) {
            send(FrameKind.LOST, new Packer().numbers(hostIndices).text(reason));
        }

        @Override
        public void said(int hostIndex, String line) {
            up.send(ControlFrame.of(FrameKind.SAY, hostIndex, new Packer().text(line)));
        }
    }

    private void perform(ControlFrame frame) throws IOException {
        switch (frame.kind()) {
            case FOLDERS -> folders.make(frame.fields());
            case FETCH -> folders.send(plan.hostIndex(), up);
            case JOB -> prepare(folders.in(HostJob.of(frame)));
            case START -> {
                Unpacker from = frame.fields();
                HostRanks made = host.ranks(plan.hostIndex(), job, from.texts(), from.text(), up);
                ranks = made;
                for (Path folder : folders.here()) {
                    made.guard(folder);
                }
                made.start();
            }
            default -> {
                if (ranks != null) {
                    ranks.perform(frame);
                }
            }
        }
    }

    private void prepare(HostJob given) {
        job = given;
        String foreign = foreignWord();
        if (foreign != null) {
            send(
                    FrameKind.REFUSED,
                    new Packer()
                            .text(
                                    "its locale does not have the characters of " + foreign
                                            + ": set LC_ALL, where you start mpirun, to one that all hosts have, such as C.UTF-8"));
            return;
        }
        List<String> missing = new ArrayList<>();
        for (int rank : job.hosts().get(plan.hostIndex()).ranks()) {
            HostJob.Program program = job.program(rank);
            if (!Files.isDirectory(Path.of(program.directory()))) {
                missing.add("the working directory " + program.directory());
            }
            program.needed().stream()
                    .filter(file -> !Files.exists(Path.of(file)))
                    .forEach(missing::add);
        }
        if (missing.isEmpty()) {
            String address = HostAddress.of(job.hosts().get(plan.hostIndex()).name());
            send(FrameKind.READY, new Packer().text(address).text(UcxCheck.problem(job, plan.hostIndex(), address)));
        } else {
            String files = String.join(", ", missing.stream().distinct().toList());
            send(
                    FrameKind.REFUSED,
                    new Packer().text("does not have " + files + ", which the job needs there as here"));
        }
    }

    /** A word of the job that this JVM would change, because its locale lacks characters; null if there is none. */
    private String foreignWord() {
        CharsetEncoder encoder = Charset.forName(LauncherVariables.property(LauncherVariables.SYSTEM_CHARACTERS))
                .newEncoder();
        return job.hosts().get(plan.hostIndex()).ranks().stream()
                .map(job::program)
                .distinct()
                .flatMap(program -> Stream.of(
                                List.of(program.directory()),
                                program.command(),
                                program.environment().values())
                        .flatMap(Collection::stream))
                .filter(word -> !encoder.canEncode(word))
                .findFirst()
                .orElse(null);
    }

    /** Ends the ranks of this host and the supervisors below, which do the same. */
    void end() {
        synchronized (this) {
            if (ending) {
                return;
            }
            ending = true;
        }
        Tree below = tree;
        if (below != null) {
            below.flush(LAST_FRAMES_MS);
        }
        Thread branches = new Thread(() -> {
            if (below != null) {
                below.close(BELOW_MS);
            }
        });
        branches.start();
        if (ranks != null) {
            ranks.close();
        }
        folders.close();
        up.flush(LAST_FRAMES_MS);
        try {
            branches.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

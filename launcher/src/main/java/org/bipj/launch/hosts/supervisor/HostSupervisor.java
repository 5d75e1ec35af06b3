package org.bipj.launch.hosts.supervisor;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import org.bipj.core.machine.TaskLimit;
import org.bipj.core.nic.PortException;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.ControlLink;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.OwnClock;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Tree;
import org.bipj.launch.hosts.wire.TreePlan;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.launch.support.LaunchException;

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
    /** The jobs that have a part here, by number. Guarded by this. */
    private final Map<Integer, HostPart> parts = new HashMap<>();

    private final HostKin kin = new HostKin();
    private boolean ending;
    private volatile boolean jobOver;

    /** What a supervisor has of its host: its ranks, and the launch agents of further hosts. */
    interface Host extends Tree.Starter, HostPart.Maker {
        /** The supervisor's link has ended: {@link HostSupervisor#end} has to be called. */
        void lost();

        /** What is installed there. */
        default Versions versions() {
            return Versions.own();
        }
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
            if (frame.kind() == FrameKind.END) {
                return;
            }
            perform(frame);
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
        send(FrameKind.HELLO, host.versions().pack());
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

    /** Frames of jobs that are not here are for other hosts. */
    private void perform(ControlFrame frame) {
        boolean begins = frame.kind() == FrameKind.FOLDERS || frame.kind() == FrameKind.JOB;
        HostPart part = begins ? begun(frame.job()) : part(frame.job());
        if (part == null) {
            return;
        }
        if (frame.kind() == FrameKind.OVER) {
            over(frame.job(), part);
            return;
        }
        try {
            part.perform(frame);
        } catch (PortException | IOException | LaunchException | Unpacker.DamagedFrame | OutOfMemoryError e) {
            part.refuse(TaskLimit.explained(String.valueOf(e.getMessage())));
        }
    }

    private synchronized HostPart part(int number) {
        return parts.get(number);
    }

    private synchronized HostPart begun(int number) {
        return parts.computeIfAbsent(number, any -> new HostPart(host, kin, new JobLink(up, plan.hostIndex(), number)));
    }

    /** Beside what the other jobs want: a rank may not end at once. */
    private void over(int number, HostPart part) {
        Thread.ofPlatform().name("end of job " + number).start(() -> {
            part.close();
            synchronized (this) {
                parts.remove(number, part);
            }
        });
    }

    private static void close(Tree below) {
        if (below != null) {
            below.close(BELOW_MS);
        }
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
        Thread branches = new Thread(() -> close(below));
        try {
            branches.start();
        } catch (OutOfMemoryError e) {
            // No thread can be started, perhaps the reason for the end.
            close(below);
        }
        List<HostPart> all;
        synchronized (this) {
            all = List.copyOf(parts.values());
        }
        all.parallelStream().forEach(HostPart::close);
        up.flush(LAST_FRAMES_MS);
        try {
            branches.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

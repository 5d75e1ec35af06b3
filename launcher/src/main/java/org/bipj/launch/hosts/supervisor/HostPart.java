package org.bipj.launch.hosts.supervisor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.bipj.launch.hosts.wire.ControlFrame;
import org.bipj.launch.hosts.wire.FrameKind;
import org.bipj.launch.hosts.wire.Packer;
import org.bipj.launch.hosts.wire.Unpacker;
import org.bipj.launch.support.SystemCharacters;
import org.bipj.net.address.HostAddress;

/** The part of a job that is on this host: what it needs here, and its ranks once they have started. */
final class HostPart implements AutoCloseable {
    /** Makes the ranks of a part, with their session. */
    @FunctionalInterface
    interface Maker {
        /**
         * Makes the session of the host's ranks.
         *
         * @param up to mpirun
         * @param addresses of all hosts
         * @param network what carries messages between them, for the ranks
         */
        HostRanks ranks(JobLink up, HostJob job, List<String> addresses, String network) throws IOException;
    }

    private final Maker maker;
    private final HostKin kin;
    private final JobLink up;
    private final LocalFolders folders = new LocalFolders();
    private HostJob job;
    /** Null before the ranks are started. Guarded by this. */
    private HostRanks ranks;

    private boolean closed;

    /** A part that shares a host with the others of the kin. */
    HostPart(Maker maker, HostKin kin, JobLink up) {
        this.maker = maker;
        this.kin = kin;
        this.up = up;
    }

    /** Handles a frame of the job. */
    void perform(ControlFrame frame) throws IOException {
        switch (frame.kind()) {
            case FOLDERS -> folders.make(frame.fields());
            case FETCH -> folders.send(up);
            case JOB -> prepare(folders.in(HostJob.of(frame)));
            case START -> start(frame.fields());
            default -> {
                HostRanks there = ranks();
                if (there != null) {
                    there.perform(frame);
                }
            }
        }
    }

    private synchronized HostRanks ranks() {
        return closed ? null : ranks;
    }

    private void start(Unpacker from) throws IOException {
        if (job == null) {
            return;
        }
        HostRanks made = maker.ranks(up, job, from.texts(), from.text());
        boolean isLate;
        synchronized (this) {
            ranks = made;
            isLate = closed;
        }
        if (isLate) {
            made.close();
            return;
        }
        for (Path folder : folders.here()) {
            made.guard(folder);
        }
        kin.add(made);
        made.start();
    }

    private void prepare(HostJob given) {
        job = given;
        String foreign = foreignWord();
        if (foreign != null) {
            refuse("its locale does not have the characters of " + foreign
                    + ": set LC_ALL, where you start mpirun, to one that all hosts have, such as C.UTF-8");
            return;
        }
        List<String> missing = new ArrayList<>();
        for (int rank : own()) {
            HostJob.Program program = job.program(rank);
            if (!Files.isDirectory(Path.of(program.directory()))) {
                missing.add("the working directory " + program.directory());
            }
            program.needed().stream()
                    .filter(file -> !Files.exists(Path.of(file)))
                    .forEach(missing::add);
        }
        if (missing.isEmpty()) {
            String address = HostAddress.of(job.hosts().get(up.hostIndex()).name());
            up.send(FrameKind.READY, new Packer().text(address).text(UcxCheck.problem(job, up.hostIndex(), address)));
        } else {
            String files = String.join(", ", missing.stream().distinct().toList());
            refuse("does not have " + files + ", which the job needs there as here");
        }
    }

    /** The part cannot run. */
    void refuse(String why) {
        up.send(FrameKind.REFUSED, new Packer().text(why));
    }

    private List<Integer> own() {
        return job.hosts().get(up.hostIndex()).ranks();
    }

    /** A word of the job that this JVM would change, because its locale lacks characters; null if there is none. */
    private String foreignWord() {
        return SystemCharacters.foreign(own().stream()
                .map(job::program)
                .distinct()
                .flatMap(program -> Stream.of(
                                List.of(program.directory()),
                                program.command(),
                                program.environment().values())
                        .flatMap(Collection::stream)));
    }

    /** Ends ranks that still run, and removes what the job has here. */
    @Override
    public void close() {
        HostRanks there;
        synchronized (this) {
            closed = true;
            there = ranks;
        }
        // Who comes second waits: the supervisor ends then.
        synchronized (folders) {
            if (there != null) {
                kin.remove(there);
                there.close();
            }
            folders.close();
        }
    }
}

package org.bipj.mpi.context;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.bipj.core.job.Jobs;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.ProcessName;
import org.bipj.core.job.family.SpawnAnswer;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.core.nic.PortException;
import org.bipj.core.payload.Data;
import org.bipj.core.payload.TypeLayout;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.bipj.mpi.coll.Collectives;
import org.bipj.mpi.comm.CommCore;
import org.bipj.mpi.engine.ProcessNames;
import org.jspecify.annotations.Nullable;

/**
 * How the processes of a communicator get an intercommunicator with those of another job (MPI 4.1 sections 11.8 and 11.9): the root finds
 * the others, tells its group who they are, and both groups meet. What fails at the root fails at all.
 *
 * <p>Other threads may disconnect from the same jobs meanwhile, so a call pins those that it connects with until its communicator is made. A
 * root that connects does not know before the answer which these are: it pins all.
 */
public final class Connecting implements AutoCloseable {
    private static final char STARTED = '+';
    /** Instead of a tag: only a network connects the groups, which exchange letters. */
    private static final String FAR = "far";
    /** Begins an answer to a letter by which the caller learns that the other group has failed. */
    private static final char REFUSAL = '!';

    private static final String CONNECT = "connect";
    private static final List<String> CALLS = List.of("spawn", "spawnMultiple", "accept", CONNECT);

    private static final TypeLayout INTS = TypeLayout.bytes(Integer.BYTES);

    private final Place place;
    private final CommCore c;
    private final int root;
    private final int errorClass;
    private final ProcessNames.Pin pin;
    /** The root's, whom it has not answered yet. */
    private Connections.@Nullable Guest guest;
    /** The root stops waiting once a process of its group has failed. Not for processes that it starts: they come, and wait for it. */
    private boolean endsWithGroup = true;
    /** Of the root, which has answered with it. */
    private String lastTag = "";

    /**
     * What a rank has for these calls.
     *
     * @param self the communicator of the process alone
     * @param tickets numbers that none of the job's processes draws again soon
     */
    public record Place(ContextIds contexts, CommCore self, IntSupplier tickets) {}

    /**
     * A call of all processes of a communicator, which is closed once it has made another one, or has failed.
     *
     * @param errorClass of errors that say that there are no others
     */
    public Connecting(Place place, CommCore c, int root, int errorClass) {
        this.place = place;
        this.c = c;
        this.root = root;
        this.errorClass = errorClass;
        pin = c.engine().processes().pin();
    }

    @Override
    public void close() {
        pin.close();
    }

    /**
     * All processes make the same call, with the same root: anything else is an error at all of them, as long as none waits for others.
     *
     * @throws EngineException if they do not, or the root is none
     */
    public Connecting agreed(String call) {
        if (call.equals(CONNECT)) {
            pin.all();
        }
        if (c.size() > 1) {
            int[] own = {CALLS.indexOf(call), root};
            int[] all = new int[own.length * c.size()];
            Collectives.allGather(
                    c.collectives(), Data.of(own, 0, own.length, INTS), Data.of(all, 0, own.length, INTS));
            for (int other = 1; other < c.size(); other++) {
                if (all[2 * other] != all[0] || all[2 * other + 1] != all[1]) {
                    throw new EngineException(
                            all[2 * other] == all[0] ? ErrorClass.ROOT : ErrorClass.OTHER,
                            said(all, 0) + ", and " + said(all, other)
                                    + "; expected the same call with the same root on all ranks");
                }
            }
        }
        if (root < 0 || root >= c.size()) {
            throw new EngineException(ErrorClass.ROOT, "root is " + root + "; expected 0 to " + (c.size() - 1));
        }
        return this;
    }

    private static String said(int[] all, int rank) {
        return "rank " + rank + " calls " + CALLS.get(all[2 * rank]) + " with root " + all[2 * rank + 1];
    }

    /**
     * Starts processes; the programs matter at the root.
     *
     * @param errors null, or room for an error code of each process that is wanted
     */
    public CommCore spawn(Supplier<List<SpawnRequest.Program>> programs, int @Nullable [] errors) {
        List<Connections.Door> doors = new ArrayList<>();
        try {
            String[] words =
                    tell(() -> started(roomFor(programs.get(), errors), doors)).split("\n");
            for (int i = 0; errors != null && i < Math.min(errors.length, words[3].length()); i++) {
                errors[i] = words[3].charAt(i) == STARTED ? ErrorClass.SUCCESS : errorClass;
            }
            return words[1].isEmpty()
                    ? accept(doors::getFirst)
                    : meet(pin.attached(() -> processes().ofJob(words[1], Integer.parseInt(words[2]))), words[0]);
        } finally {
            doors.forEach(Connections.Door::close);
        }
    }

    /** The same programs, if there is room for an error code of each process. */
    private static List<SpawnRequest.Program> roomFor(List<SpawnRequest.Program> programs, int @Nullable [] errors) {
        int wanted = programs.stream().mapToInt(SpawnRequest.Program::processes).sum();
        if (errors != null && errors.length < wanted) {
            throw new EngineException(
                    ErrorClass.ARG,
                    "errcodes has " + errors.length + " elements; expected one for each of the " + wanted
                            + " processes, or null");
        }
        return programs;
    }

    /** The root's part; opens a door where the new processes need one. */
    private String started(List<SpawnRequest.Program> programs, List<Connections.Door> doors) {
        endsWithGroup = false;
        String tag = "spawn-" + place.tickets().getAsInt();
        List<SpawnRequest.Program> wanted = new ArrayList<>();
        programs.forEach(program -> wanted.addAll(hints(program::byFile)));
        List<SpawnRequest.Program> most =
                wanted.stream().map(program -> hints(() -> allowed(program))).toList();
        Connections.Parents parents = new Connections.Parents(processes().text(c.worldRanks()), tag);
        SpawnAnswer answer = await(connections().spawn(new SpawnRequest(most, parents))::poll);
        if (answer.needsDoor()) {
            doors.add(connections().openDoor());
            parents = Connections.Parents.atDoor(doors.getFirst().name());
            answer = await(connections().spawn(new SpawnRequest(most, parents))::poll);
        }
        if (answer.processes() == 0) {
            throw new EngineException(errorClass, answer.failure());
        }
        return tag + "\n" + answer.address() + "\n" + answer.processes() + "\n" + codes(wanted, answer.counts());
    }

    /** What hints say, or their error. */
    private static <T> T hints(Supplier<T> meaning) {
        try {
            return meaning.get();
        } catch (IllegalArgumentException e) {
            throw new EngineException(ErrorClass.INFO_VALUE, String.valueOf(e.getMessage()));
        }
    }

    /** The program with the most processes that its hints allow. */
    private static SpawnRequest.Program allowed(SpawnRequest.Program wanted) {
        SpawnRequest.Program most = wanted.atMost(wanted.processes());
        if (most == null) {
            throw new EngineException(
                    ErrorClass.SPAWN,
                    "the info key soft allows no number of processes from 1 to " + wanted.processes());
        }
        return most;
    }

    /** A character for each process that is wanted: whether it has started. */
    private static String codes(List<SpawnRequest.Program> wanted, List<Integer> got) {
        StringBuilder codes = new StringBuilder();
        for (int i = 0; i < wanted.size(); i++) {
            codes.repeat(STARTED, got.get(i));
            codes.repeat('-', wanted.get(i).processes() - got.get(i));
        }
        return codes.toString();
    }

    /** Waits for others at a door of the root. */
    public CommCore accept(Supplier<Connections.Door> door) {
        try {
            return acceptNext(door);
        } catch (RuntimeException e) {
            if (guest != null) {
                refuse(guest, String.valueOf(e.getMessage()));
            }
            throw e;
        }
    }

    /** A guest waits for an answer, which this group cannot agree on any more. */
    private static void refuse(Connections.Guest waiting, String why) {
        try {
            waiting.answer(REFUSAL + why);
        } catch (PortException e) {
            // It has gone.
        }
    }

    private CommCore acceptNext(Supplier<Connections.Door> door) {
        String[] told = tell(() -> called(door.get())).split("\n", 2);
        if (told[0].equals(FAR)) {
            return acceptFar(door, told[1]);
        }
        int[] remote = pin.numbers(told[1]);
        if (guest != null) {
            answerGuest(told[0] + "\n" + processes().text(c.worldRanks()));
        }
        return meet(remote, told[0]);
    }

    /** The root's part: a letter as it is, else a tag and names. */
    private String called(Connections.Door own) {
        for (; ; ) {
            Connections.Guest next = await(own::called);
            Connections.@Nullable Network network = processes().network();
            if (network != null && network.isLetter(next.letter())) {
                guest = next;
                return FAR + "\n" + network.seal(next.letter());
            }
            if (!Letters.areNeeded(processes(), c.worldRanks())) {
                guest = next;
                return tag() + "\n" + next.letter();
            }
            next.answer(FAR + "\n");
        }
    }

    /** Two jobs may accept from each other at the same time: each has its own tags. */
    private String tag() {
        return "door-" + place.tickets().getAsInt() + "-" + connections().address();
    }

    private CommCore acceptFar(Supplier<Connections.Door> door, String sealed) {
        int[] remote = pin.attached(() -> Letters.read(processes(), sealed));
        List<String> listening = Letters.gather(c, root);
        // No detection of deadlocks knows of an answer that is under way, for which a guest of the own job may wait.
        connections().awaitsNeighbour(true);
        try {
            String tag = tell(() -> answered(listening) ? lastTag : "");
            if (!tag.isEmpty()) {
                return meet(remote, tag);
            }
        } finally {
            connections().awaitsNeighbour(false);
        }
        // Without an answer, the guest has gone: another one may come.
        pin.close();
        return acceptNext(door);
    }

    /** Each guest is answered once. */
    private void answerGuest(String answer) {
        Connections.Guest waiting = Objects.requireNonNull(guest);
        guest = null;
        waiting.answer(answer);
    }

    /** False if the guest has gone. */
    private boolean answered(List<String> listening) {
        try {
            String letter = Letters.write(c, listening, errorClass);
            lastTag = tag();
            answerGuest(lastTag + "\n" + letter);
            return true;
        } catch (PortException e) {
            return false;
        }
    }

    /** Goes to a door; its name matters at the root. */
    public CommCore connect(@Nullable String door) {
        String[] told = tell(() -> {
                    if (door == null) {
                        throw new EngineException(errorClass, "the port name is null");
                    }
                    Connections.@Nullable Network network = connections().network();
                    boolean isFar = network != null && (network.isNeeded(door) || network.isNeeded(c.worldRanks()));
                    return isFar ? FAR + "\n" : call(door, processes().text(c.worldRanks()));
                })
                .split("\n", 2);
        return told[0].equals(FAR) ? connectFar(door) : meet(pin.numbers(told[1]), told[0]);
    }

    private String call(@Nullable String door, String text) {
        Connections all = connections();
        String name = Objects.requireNonNull(door);
        Connections.Calling call = all.call(name, text);
        @Nullable ProcessName opener = all.opener(name);
        int first = opener == null ? -1 : all.first(opener.address());
        String answer = opener != null && first >= 0 && opener.rank() < all.size(opener.address())
                ? await(call::poll, first + opener.rank())
                : await(call::poll);
        if (!answer.isEmpty() && answer.charAt(0) == REFUSAL) {
            throw new EngineException(errorClass, "the other group cannot connect: " + answer.substring(1));
        }
        return answer;
    }

    /** Waits for a process that is known here: if it never accepts, that is a deadlock as any other. */
    private <T> T await(Supplier<@Nullable T> poll, int opener) {
        String name = processes().named(opener);
        c.engine().awaitsAcceptance(name, true);
        try {
            return repeat(() -> {
                @Nullable T found = poll.get();
                if (found == null) {
                    place.contexts().checkLives(opener);
                }
                return found;
            });
        } finally {
            c.engine().awaitsAcceptance(name, false);
        }
    }

    private <T> T repeat(Supplier<@Nullable T> poll) {
        @Nullable T found = poll.get();
        for (int fruitless = 0; found == null; found = poll.get()) {
            fruitless = c.advance(fruitless);
            EngineException ended = c.membership().callsEnded();
            if (ended != null && endsWithGroup) {
                // The group could not be told whom the root meets, and does not wait for that any more.
                throw new EngineException(ended.errorClass(), ended.getMessage());
            }
        }
        return found;
    }

    private CommCore connectFar(@Nullable String door) {
        List<String> listening = Letters.gather(c, root);
        String[] told = tell(() -> {
                    String[] answer =
                            call(door, Letters.write(c, listening, errorClass)).split("\n", 2);
                    return answer[0] + "\n" + Letters.network(processes()).seal(answer[1]);
                })
                .split("\n", 2);
        return meet(pin.attached(() -> Letters.read(processes(), told[1])), told[0]);
    }

    /** Meets the process at the other end of a connection: the one whose door has the lower name waits there. */
    public CommCore join(Socket socket) {
        if (c.engine().job().isVirtual()) {
            throw new EngineException(
                    ErrorClass.UNSUPPORTED_OPERATION,
                    "the other end of a socket is outside of the simulated run; expected accept and connect");
        }
        Connections.Door door = connections().openDoor();
        try {
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.writeUTF(door.name());
            out.flush();
            String other = new DataInputStream(socket.getInputStream()).readUTF();
            if (door.name().compareTo(other) < 0) {
                return accept(() -> door);
            }
            pin.all();
            return connect(other);
        } catch (IOException e) {
            throw new EngineException(ErrorClass.ARG, "the socket does not carry the names of both processes: " + e);
        } finally {
            door.close();
        }
    }

    /** The communicator of this process's group with that which has started it; null if none has. */
    public static @Nullable CommCore parent(Place place, CommCore world) {
        Connections connections = place.self().engine().job().connections();
        Connections.Parents parents = connections == null ? null : connections.parents();
        if (parents == null) {
            return null;
        }
        try (Connecting call = new Connecting(place, world, 0, ErrorClass.SPAWN)) {
            return parents.areAtDoor()
                    ? call.connect(parents.names())
                    : call.meet(call.pin.numbers(parents.names()), parents.tag());
        }
    }

    private CommCore meet(int[] remote, String tag) {
        return place.contexts().createFromGroups(c.worldRanks(), remote, tag, c);
    }

    private ProcessNames processes() {
        return c.engine().processes();
    }

    private Connections connections() {
        try {
            return Jobs.connections(place.self().engine().job());
        } catch (PortException e) {
            throw new EngineException(errorClass, String.valueOf(e.getMessage()));
        }
    }

    /** The root's part of the wait: in real time nobody knows whether others will come, so it is no part of a deadlock. */
    private <T> T await(Supplier<@Nullable T> poll) {
        Connections all = connections();
        all.awaitsNeighbour(true);
        c.engine().awaitsJob(true);
        try {
            return repeat(poll);
        } finally {
            c.engine().awaitsJob(false);
            all.awaitsNeighbour(false);
        }
    }

    /** What the root has found, at all processes; its failure, if it has failed. */
    private String tell(Supplier<String> atRoot) {
        if (c.size() == 1) {
            return alone(atRoot);
        }
        EngineException failure = null;
        String text = "";
        if (c.rank() == root) {
            try {
                text = atRoot.get();
            } catch (EngineException e) {
                failure = e;
            } catch (PortException e) {
                failure = new EngineException(errorClass, String.valueOf(e.getMessage()));
            }
        }
        byte[] bytes = (failure == null ? text : String.valueOf(failure.getMessage())).getBytes(StandardCharsets.UTF_8);
        int[] header = {failure == null ? ErrorClass.SUCCESS : failure.errorClass(), bytes.length};
        Collectives.bcast(c.collectives(), Data.of(header, 0, header.length, INTS), root);
        byte[] told = c.rank() == root ? bytes : new byte[header[1]];
        if (told.length > 0) {
            Collectives.bcast(c.collectives(), Data.of(told, 0, told.length, TypeLayout.BYTE), root);
        }
        if (failure != null) {
            throw failure;
        }
        String heard = new String(told, StandardCharsets.UTF_8);
        if (header[0] != ErrorClass.SUCCESS) {
            throw new EngineException(header[0], "rank " + root + ", the root, has failed: " + heard);
        }
        return heard;
    }

    /**
     * The same of one process. It makes no collective call: threads that join others at the same time have the communicator of this process
     * in common.
     */
    private String alone(Supplier<String> atRoot) {
        try {
            return atRoot.get();
        } catch (PortException e) {
            throw new EngineException(errorClass, String.valueOf(e.getMessage()));
        }
    }
}

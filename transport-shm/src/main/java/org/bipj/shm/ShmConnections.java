package org.bipj.shm;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.bipj.core.job.Connections;
import org.bipj.core.job.ProcessName;
import org.bipj.core.job.SpawnRequest;
import org.bipj.core.nic.PortException;
import org.bipj.shm.board.Board;
import org.bipj.shm.job.RankEnvironment;
import org.bipj.shm.link.Doors;
import org.bipj.shm.link.FarJobs;
import org.bipj.shm.link.Links;
import org.bipj.shm.link.Neighbour;
import org.bipj.shm.link.SpawnDesk;
import org.bipj.shm.memory.Store;

/**
 * How a rank of one host connects with other jobs: with those of the same user there by their sessions, with others over a network, if a
 * module brings one.
 */
final class ShmConnections implements Connections {
    /** Between two looks whether a neighbour's session is still there. */
    private static final int ASKS = 64;

    private final int rank;
    private final int world;
    private final boolean crowded;
    private final Board board;
    private final String address;
    private final Parents parents;
    private final SpawnDesk desk;
    private final Doors doors;
    private final Links links;
    private final Store store;
    /** Ends the own job, for a reason. */
    private final Consumer<String> onFailure;
    /** The jobs that are attached, by address. */
    private final Map<String, Known> known = new LinkedHashMap<>();
    /** Those of them with which the rank shares memory, for a thread that watches. */
    private volatile List<Neighbour> watched = List.of();

    private ShmPort port;
    private int asks;
    /** Jobs of other hosts; null before the first one, and where no module brings a network. */
    private FarJobs far;

    /**
     * A job that is attached.
     *
     * @param job null: it is reached over the network
     */
    private record Known(Neighbour job, int first, int ranks) {
        boolean haveAllLeft() {
            return job == null || job.board().haveAllLeft();
        }
    }

    ShmConnections(
            int rank,
            boolean crowded,
            Store store,
            Board board,
            String address,
            Parents parents,
            Consumer<String> onFailure) {
        this.rank = rank;
        this.crowded = crowded;
        this.store = store;
        this.board = board;
        this.address = address;
        this.parents = parents;
        this.onFailure = onFailure;
        world = board.ranks();
        desk = new SpawnDesk(store, board);
        doors = new Doors(address, store);
        links = new Links(store, rank);
    }

    void opened(ShmPort opened) {
        port = opened;
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Parents parents() {
        return parents;
    }

    @Override
    public synchronized int attach(String other) {
        if (other.equals(address)) {
            return 0;
        }
        Known before = known.get(other);
        if (before != null) {
            return before.first;
        }
        Known made = far != null && far.isIntroduced(other) ? attachFar(other) : attachNear(other);
        known.put(other, made);
        changed();
        board.link(1);
        return made.first;
    }

    private Known attachNear(String other) {
        Neighbour job = Neighbour.open(other);
        return new Known(job, port.attach(job, address), job.board().ranks());
    }

    private Known attachFar(String other) {
        int first = port.size();
        int ranks = far.attach(other, first);
        port.attach(far.port(), ranks, far::host);
        return new Known(null, first, ranks);
    }

    @Override
    public synchronized List<String> attached() {
        return List.copyOf(known.keySet());
    }

    @Override
    public synchronized int first(String other) {
        if (other.equals(address)) {
            return 0;
        }
        Known one = known.get(other);
        return one == null ? -1 : one.first;
    }

    @Override
    public synchronized int size(String other) {
        Known one = known.get(other);
        return one == null ? world : one.ranks;
    }

    @Override
    public synchronized ProcessName name(int number) {
        if (number < world) {
            return new ProcessName(address, number);
        }
        for (Map.Entry<String, Known> one : known.entrySet()) {
            int place = number - one.getValue().first;
            if (place >= 0 && place < one.getValue().ranks) {
                return new ProcessName(one.getKey(), place);
            }
        }
        throw new PortException(
                "rank " + rank + ": the process of number " + number + " is of no job that is connected");
    }

    @Override
    public synchronized void detach(String other) {
        Known one = known.remove(other);
        if (one == null) {
            return;
        }
        port.detach(one.first);
        changed();
        if (one.job == null) {
            far.detach(other);
        } else {
            one.job.close();
        }
        board.link(-1);
    }

    private void changed() {
        links.say(known.keySet());
        watched = known.values().stream()
                .map(Known::job)
                .filter(job -> job != null)
                .toList();
    }

    /** An attached job that has failed, by its address; null if none has. By any thread. */
    String failed() {
        List<Neighbour> all = watched;
        // Without an iterator: the heap may be full.
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).hasFailed()) {
                return all.get(i).address();
            }
        }
        return null;
    }

    /** Jobs of other hosts end their connections in good order. */
    @Override
    public synchronized boolean haveNeighboursLeft() {
        boolean looks = ++asks % ASKS == 0;
        return known.values().stream().allMatch(one -> one.haveAllLeft() || looks && !one.job.isThere());
    }

    @Override
    public synchronized void attachedElsewhere(Collection<String> addresses) {
        links.say(addresses);
    }

    @Override
    public void awaitsNeighbour(boolean on) {
        board.link(on ? 1 : -1);
    }

    @Override
    public synchronized Asked spawn(SpawnRequest request) {
        if (!board.isServed()) {
            throw new PortException("nobody starts processes for this job: expected a job of mpirun");
        }
        return desk.ask(rank, request);
    }

    @Override
    public synchronized Door openDoor() {
        return doors.open(rank, far());
    }

    @Override
    public Calling call(String door, String text) {
        FarJobs over = far();
        if (over == null || !over.isLetter(text)) {
            return Doors.call(door, text);
        }
        Doors.Name name = Doors.Name.parse(door);
        if (name.place() == null) {
            throw new PortException("the process of the port " + name.shown()
                    + " cannot be reached over the network: its job has none");
        }
        return over.call(name.place(), name.address() + "#" + name.door(), name.secret(), text);
    }

    // ---- jobs of other hosts -----------------------------------------------------------------------------------

    /** What is there of jobs of other hosts; null where nothing brings a network, and for ranks that share a JVM. */
    private synchronized FarJobs far() {
        if (far == null && Neighbour.isOfProcesses(address)) {
            far = FarJobs.provider()
                    .map(network -> network.open(new FarJobs.Setup(
                            rank, 0, Neighbour.introduce(address, store, world), crowded, this::introduce, onFailure)))
                    .orElse(null);
        }
        return far;
    }

    private synchronized FarJobs.Introduction introduce(String other) {
        Known one = known.get(other);
        return one == null || one.job == null ? null : one.job.introduce();
    }

    @Override
    public Network network() {
        FarJobs over = far();
        return over == null ? null : new Reach(over);
    }

    /** The network, where memory does not reach. */
    private record Reach(FarJobs over) implements Network {
        @Override
        public boolean isNeeded(int... numbers) {
            return over.isNeeded(numbers);
        }

        /** Names that are none are no network's: who calls there says so. */
        @Override
        public boolean isNeeded(String door) {
            Doors.Name name = Doors.Name.find(door);
            return name != null
                    && name.place() != null
                    && (RankEnvironment.meetsOverNetwork() || !Neighbour.isThere(name.address()));
        }

        @Override
        public boolean isLetter(String text) {
            return over.isLetter(text);
        }

        @Override
        public String listen() {
            return over.listen();
        }

        @Override
        public String letter(String names, List<String> addresses) {
            return over.letter(names, addresses);
        }

        @Override
        public String seal(String letter) {
            return over.seal(letter);
        }

        @Override
        public String pass(String sealed) {
            return over.pass(sealed);
        }

        @Override
        public String read(String sealed) {
            return over.read(sealed);
        }
    }
}

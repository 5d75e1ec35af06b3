package org.bipj.shm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.bipj.core.job.family.AttachedJobs;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.ProcessName;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.core.nic.PortException;
import org.bipj.shm.board.Board;
import org.bipj.shm.job.RankEnvironment;
import org.bipj.shm.link.Doors;
import org.bipj.shm.link.FarJobs;
import org.bipj.shm.link.JobLinks;
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
    private final boolean crowded;
    private final Board board;
    private final Parents parents;
    private final SpawnDesk desk;
    private final Doors doors;
    private final JobLinks links;
    private final Store store;
    /** Ends the own job, for a reason. */
    private final Consumer<String> onFailure;
    /** With each, that with which the rank shares memory. */
    private final AttachedJobs<Optional<Neighbour>> known;
    /** Those with which the rank shares memory, for a thread that watches. */
    private volatile List<Neighbour> watched = List.of();

    private ShmPort port;
    private int asks;
    /** Jobs of other hosts; null before the first one, and where no module brings a network. */
    private FarJobs far;

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
        this.parents = parents;
        this.onFailure = onFailure;
        known = new AttachedJobs<>(address, board.ranks());
        desk = new SpawnDesk(store, board);
        doors = new Doors(address, store);
        links = new JobLinks(store, rank);
    }

    void opened(ShmPort opened) {
        port = opened;
    }

    @Override
    public String address() {
        return known.own();
    }

    @Override
    public Parents parents() {
        return parents;
    }

    @Override
    public synchronized int attach(String other) {
        int before = known.first(other);
        if (before >= 0) {
            return before;
        }
        AttachedJobs.Attached<Optional<Neighbour>> again = known.meetAgain(other);
        int first =
                again != null ? again.first() : known.add(other, isFar(other) ? attachFar(other) : attachNear(other));
        if (again != null && again.kept().isEmpty()) {
            far.meetAgain(other);
        }
        changed();
        board.attach(1);
        return first;
    }

    /** A job of the own family shares memory with this one, also where a letter has introduced it. */
    private boolean isFar(String other) {
        return far != null && far.isIntroduced(other) && (board.family() == 0 || far.family(other) != board.family());
    }

    private AttachedJobs.Attached<Optional<Neighbour>> attachNear(String other) {
        Neighbour job = Neighbour.open(other);
        return new AttachedJobs.Attached<>(
                port.attach(job, known.own()), job.board().ranks(), Optional.of(job));
    }

    private AttachedJobs.Attached<Optional<Neighbour>> attachFar(String other) {
        int first = port.size();
        int ranks = far.attach(other, first);
        port.attach(far.port(), ranks, far::host, far.family(other));
        return new AttachedJobs.Attached<>(first, ranks, Optional.empty());
    }

    @Override
    public synchronized List<String> attached() {
        return known.addresses();
    }

    @Override
    public synchronized int first(String other) {
        return known.first(other);
    }

    @Override
    public synchronized int size(String other) {
        return known.size(other);
    }

    @Override
    public synchronized ProcessName name(int number) {
        return known.name(number);
    }

    @Override
    public synchronized String named(int number) {
        if (number < board.ranks()) {
            return (board.job() == 0 ? "" : board.job() + ".") + number;
        }
        ProcessName name = name(number);
        Neighbour job = near(name.address());
        return job == null ? name.shown() : job.board().job() + "." + name.rank();
    }

    private Neighbour near(String address) {
        return watched.stream()
                .filter(job -> job.address().equals(address) && job.board().family() == board.family())
                .findFirst()
                .orElse(null);
    }

    @Override
    public synchronized boolean isNear(int number) {
        return near(name(number).address()) != null;
    }

    @Override
    public synchronized MemorySegment shared(String address, String name, long bytes) {
        Neighbour job = near(address);
        return job == null ? null : job.shared(name, bytes);
    }

    @Override
    public synchronized void detach(String other) {
        AttachedJobs.Attached<Optional<Neighbour>> one = known.part(other);
        if (one == null) {
            return;
        }
        changed();
        if (far != null) {
            // Also of a job that shares memory: where a letter has introduced it, connections with it were kept.
            far.part(other);
        }
        board.attach(-1);
    }

    @Override
    public synchronized List<Numbers> forget(boolean all) {
        List<Numbers> forgotten = new ArrayList<>();
        for (String other : known.parted()) {
            Optional<Neighbour> job = known.keptOfParted(other);
            if (all || (job.isPresent() ? !job.get().isThere() : far.isOver(other))) {
                AttachedJobs.Attached<Optional<Neighbour>> one = known.forget(other);
                port.detach(one.first());
                job.ifPresentOrElse(Neighbour::close, () -> far.detach(other));
                forgotten.add(new Numbers(one.first(), one.first() + one.ranks()));
            }
        }
        return forgotten;
    }

    private void changed() {
        links.say(known.addresses());
        watched = known.kept().stream().flatMap(Optional::stream).toList();
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

    /** Of jobs of the own launcher, with which this one shares memory, the detection of deadlocks knows. */
    @Override
    public synchronized boolean hasLeft(int number) {
        String address = name(number).address();
        for (Neighbour job : watched) {
            if (job.address().equals(address)) {
                return job.board().family() != board.family() && job.board().haveAllLeft();
            }
        }
        return far != null && far.hasLeft(number);
    }

    /** True if this process shares memory with a job, all ranks of which have called Finalize. */
    @Override
    public synchronized boolean haveLeft(String address) {
        return watched.stream()
                .anyMatch(job -> job.address().equals(address) && job.board().haveAllLeft());
    }

    /** Jobs of other hosts end their connections in good order. */
    @Override
    public synchronized boolean haveNeighboursLeft() {
        boolean looks = ++asks % ASKS == 0;
        return watched.stream().allMatch(job -> job.board().haveAllLeft() || looks && !job.isThere());
    }

    @Override
    public synchronized void attachedElsewhere(Collection<String> addresses) {
        links.say(addresses);
    }

    @Override
    public ProcessName opener(String door) {
        return Doors.opener(door);
    }

    @Override
    public boolean answers(String name) {
        return FarJobs.answers(name);
    }

    @Override
    public void awaitsNeighbour(boolean on) {
        board.await(on ? 1 : -1);
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
        if (far == null && Neighbour.isOfProcesses(known.own())) {
            far = FarJobs.provider()
                    .map(network -> network.open(new FarJobs.Setup(
                            rank,
                            0,
                            Neighbour.introduce(known.own(), store, board),
                            crowded,
                            this::introduce,
                            onFailure)))
                    .orElse(null);
        }
        return far;
    }

    private synchronized FarJobs.Introduction introduce(String other) {
        return watched.stream()
                .filter(job -> job.address().equals(other))
                .findFirst()
                .map(Neighbour::introduce)
                .orElse(null);
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

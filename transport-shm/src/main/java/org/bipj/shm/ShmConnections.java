package org.bipj.shm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bipj.core.job.Connections;
import org.bipj.core.job.ProcessName;
import org.bipj.core.job.SpawnRequest;
import org.bipj.core.nic.PortException;
import org.bipj.shm.board.Board;
import org.bipj.shm.link.Doors;
import org.bipj.shm.link.Links;
import org.bipj.shm.link.Neighbour;
import org.bipj.shm.link.SpawnDesk;
import org.bipj.shm.memory.Store;

/** How a rank of one host connects with other jobs of the same user there: by their sessions. */
final class ShmConnections implements Connections {
    /** Between two looks whether a neighbour's session is still there. */
    private static final int ASKS = 64;

    private final int rank;
    private final int world;
    private final Board board;
    private final String address;
    private final Parents parents;
    private final SpawnDesk desk;
    private final Doors doors;
    private final Links links;
    /** The jobs that are attached, by address. */
    private final Map<String, Known> known = new LinkedHashMap<>();
    /** The same for a thread that watches. */
    private volatile List<Neighbour> watched = List.of();

    private ShmPort port;
    private int asks;

    private record Known(Neighbour job, int first) {}

    ShmConnections(int rank, Store store, Board board, String address, Parents parents) {
        this.rank = rank;
        this.board = board;
        this.address = address;
        this.parents = parents;
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
        Neighbour job = Neighbour.open(other);
        int first = port.attach(job, address);
        known.put(other, new Known(job, first));
        changed();
        board.link(1);
        return first;
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
        return one == null ? world : one.job.board().ranks();
    }

    @Override
    public synchronized ProcessName name(int number) {
        if (number < world) {
            return new ProcessName(address, number);
        }
        for (Map.Entry<String, Known> one : known.entrySet()) {
            int place = number - one.getValue().first;
            if (place >= 0 && place < one.getValue().job.board().ranks()) {
                return new ProcessName(one.getKey(), place);
            }
        }
        throw new PortException(
                "rank " + rank + ": the process of number " + number + " is of no job that is connected");
    }

    @Override
    public synchronized void detach(String other) {
        Known one = known.remove(other);
        if (one != null) {
            port.detach(one.job);
            changed();
            one.job.close();
            board.link(-1);
        }
    }

    private void changed() {
        links.say(known.keySet());
        watched = known.values().stream().map(Known::job).toList();
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

    @Override
    public synchronized boolean haveNeighboursLeft() {
        boolean looks = ++asks % ASKS == 0;
        return known.values().stream().allMatch(one -> one.job.board().haveAllLeft() || looks && !one.job.isThere());
    }

    @Override
    public void awaitsNeighbour(boolean on) {
        board.link(on ? 1 : -1);
    }

    @Override
    public synchronized Asked spawn(SpawnRequest request) {
        if (!board.isServed()) {
            throw new PortException("nobody starts processes for this job: expected a job of mpirun on one host");
        }
        return desk.ask(rank, request);
    }

    @Override
    public synchronized Door openDoor() {
        return doors.open(rank);
    }

    @Override
    public Calling call(String door, String names) {
        return Doors.call(door, names);
    }
}

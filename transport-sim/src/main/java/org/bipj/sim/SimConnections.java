package org.bipj.sim;

import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.ProcessName;
import org.bipj.core.job.family.ServiceNames;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.sim.bip.PeerNumbers;

/** How a simulated process connects with those of other jobs of the same run. */
final class SimConnections implements Connections {
    private final SimSession session;
    private final SimWorld world;
    private final int place;
    private final PeerNumbers numbers;
    /** The jobs that are attached, by address. */
    private final Map<String, SimWorld> known = new LinkedHashMap<>();

    SimConnections(SimSession session, SimWorld world, int place) {
        this.session = session;
        this.world = world;
        this.place = place;
        numbers = world.numbers();
    }

    @Override
    public String address() {
        return world.address();
    }

    @Override
    public Parents parents() {
        return world.parents();
    }

    @Override
    public int attach(String address) {
        if (address.equals(world.address())) {
            return 0;
        }
        SimWorld other = session.worlds().of(address);
        known.put(address, other);
        session.machine().reach(place, first(other) + other.size());
        return first(other);
    }

    private int first(SimWorld other) {
        return numbers.number(other.first());
    }

    @Override
    public List<String> attached() {
        return List.copyOf(known.keySet());
    }

    @Override
    public int first(String address) {
        if (address.equals(world.address())) {
            return 0;
        }
        SimWorld other = known.get(address);
        return other == null ? -1 : first(other);
    }

    @Override
    public int size(String address) {
        SimWorld other = known.get(address);
        return other == null ? world.size() : other.size();
    }

    @Override
    public ProcessName name(int number) {
        SimWorld of = session.world(numbers.place(number));
        return new ProcessName(of.address(), numbers.place(number) - of.first());
    }

    @Override
    public String named(int number) {
        SimWorld of = session.world(numbers.place(number));
        int rank = numbers.place(number) - of.first();
        return of == world ? world.name(rank) : of.number() + "." + rank;
    }

    @Override
    public boolean isNear(int number) {
        return true;
    }

    @Override
    public MemorySegment shared(String address, String name, long bytes) {
        SimWorld other = known.get(address);
        return other == null ? null : session.shared(other, name, bytes);
    }

    @Override
    public void detach(String address) {
        known.remove(address);
        session.worlds().hasNews();
    }

    @Override
    public boolean haveNeighboursLeft() {
        return known.values().stream()
                .flatMapToInt(other -> IntStream.range(other.first(), other.first() + other.size()))
                .allMatch(session::hasLeft);
    }

    /** Whether others will come is known where time is virtual: nothing has to be said. */
    @Override
    public void awaitsNeighbour(boolean on) {}

    @Override
    public Asked spawn(SpawnRequest request) {
        return session.worlds().ask(place, request);
    }

    @Override
    public Door openDoor() {
        return session.worlds().openDoor(place);
    }

    @Override
    public Calling call(String door, String names) {
        return session.worlds().call(place, door, names);
    }

    @Override
    public ProcessName opener(String door) {
        return session.worlds().opener(door);
    }

    @Override
    public ServiceNames services() {
        return session.worlds().services(world);
    }
}

package org.bipj.sim;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.ProcessName;
import org.bipj.core.job.family.ServiceNames;
import org.bipj.core.job.family.SpawnAnswer;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.core.nic.PortException;

/**
 * The jobs of a session, those that ranks have asked for among them, and the doors at which their processes meet. All calls are made by
 * the fiber that runs.
 */
final class SpawnedWorlds {
    private final SimSession session;
    private final List<SimWorld> all = new ArrayList<>();
    /** Requests whose ranks have not all initialised the library. */
    private final Map<SimWorld, Request> starting = new HashMap<>();

    private final Map<String, SimDoor> doors = new HashMap<>();
    /** What is published, by name. */
    private final Map<String, Service> services = new TreeMap<>();

    private int opened;

    SpawnedWorlds(SimSession session) {
        this.session = session;
    }

    /** A request, and its answer once there is one. */
    private static final class Request implements Connections.Asked {
        final int place;
        /** What is started: where hints allow it, less than is wanted. */
        SpawnRequest started;

        private SpawnAnswer answer;

        Request(int place) {
            this.place = place;
        }

        @Override
        public SpawnAnswer poll() {
            return answer;
        }
    }

    /** A job whose ranks get the next places. */
    SimWorld add(int size, Connections.Parents parents) {
        SimWorld world = new SimWorld(all.size(), session.ranks(), size, parents);
        all.add(world);
        return world;
    }

    /**
     * The job of an address.
     *
     * @throws PortException if there is none
     */
    SimWorld of(String address) {
        return all.stream()
                .filter(world -> world.address().equals(address))
                .findFirst()
                .orElseThrow(() -> new PortException("no job " + address + " in this run"));
    }

    /** A port that a job has published. */
    private record Service(SimWorld of, String port) {}

    /** Published names, as a job sees them. */
    ServiceNames services(SimWorld world) {
        return new ServiceNames() {
            @Override
            public String publish(String service, String port) {
                return services.putIfAbsent(service, new Service(world, port)) == null
                        ? null
                        : "is published already: unpublish it first";
            }

            @Override
            public String find(String service) {
                Service found = services.get(service);
                return found == null ? null : found.port;
            }

            @Override
            public boolean remove(String service, String port) {
                return port.equals(find(service)) && services.remove(service) != null;
            }

            @Override
            public String where() {
                return "in this run";
            }
        };
    }

    /** All of the run so far, the first one in front. */
    List<SimWorld> all() {
        return List.copyOf(all);
    }

    // ---- starting ----------------------------------------------------------------------------------------------

    Connections.Asked ask(int place, SpawnRequest request) {
        Request asked = new Request(place);
        try {
            start(asked, request);
        } catch (PortException | IllegalArgumentException e) {
            asked.answer = SpawnAnswer.failed(String.valueOf(e.getMessage()));
        }
        return asked;
    }

    private void start(Request asked, SpawnRequest request) {
        Machine machine = session.machine();
        int free = machine.free(session::hasEnded);
        SpawnRequest fitting = request.fitting(free);
        if (fitting == null) {
            throw new PortException(request.processes() + " processes are wanted, and " + free + " hosts of platform "
                    + machine.name() + " are free; expected a host for each");
        }
        int more = fitting.processes();
        asked.started = fitting;
        SimWorld world = new SimWorld(all.size(), session.ranks(), more, request.parents());
        IntConsumer program = session.listener().spawned(world, fitting);
        machine.add(world.numbers(), session::hasEnded);
        all.add(world);
        starting.put(world, asked);
        long at = session.processor(asked.place).clock() + machine.startPs();
        for (int rank = 0; rank < more; rank++) {
            session.add(
                    world,
                    world.first() + rank,
                    (name, body) -> session.fibers().add(name, at, body),
                    program);
        }
        session.listener().placed(world);
    }

    /** A rank has initialised the library. */
    void started(SimWorld world) {
        Request request = starting.get(world);
        if (request != null
                && IntStream.range(world.first(), world.first() + world.size())
                        .allMatch(place -> session.state(place) != SimSession.State.ABSENT)) {
            answer(world, new SpawnAnswer(world.address(), request.started.counts(), ""));
        }
    }

    /** The program of a rank is over. */
    void over(SimWorld world, int rank) {
        if (starting.containsKey(world) && session.state(world.first() + rank) == SimSession.State.ABSENT) {
            answer(world, SpawnAnswer.failed(SpawnAnswer.endedEarly(rank, "", SpawnAnswer.ENDED_WELL)));
        }
        doors.values().stream()
                .filter(door -> door.place == world.first() + rank)
                .toList()
                .forEach(SimDoor::close);
        if (IntStream.range(world.first(), world.first() + world.size()).allMatch(session::hasEnded)) {
            services.values().removeIf(service -> service.of == world);
        }
        hasNews();
    }

    boolean hasStarted(SimWorld world) {
        return !starting.containsKey(world);
    }

    boolean failStart(SimWorld world, String why) {
        if (!starting.containsKey(world)) {
            return false;
        }
        answer(world, SpawnAnswer.failed(why));
        return true;
    }

    List<SimWorld> connected(SimWorld world) {
        List<SimWorld> found = new ArrayList<>(List.of(world));
        for (int at = 0; at < found.size(); at++) {
            SimWorld one = found.get(at);
            for (SimWorld other : all) {
                if (!found.contains(other) && (session.hasAttached(one, other) || session.hasAttached(other, one))) {
                    found.add(other);
                }
            }
        }
        return found;
    }

    private void answer(SimWorld world, SpawnAnswer answer) {
        Request request = starting.remove(world);
        request.answer = answer;
        session.machine().poke(request.place);
    }

    /** Whoever is connected with another job looks whether what it waits for has happened. */
    void hasNews() {
        if (all.size() > 1) {
            for (int place = 0; place < session.ranks(); place++) {
                session.machine().poke(place);
            }
        }
    }

    // ---- doors -------------------------------------------------------------------------------------------------

    Connections.Door openDoor(int place) {
        SimWorld world = session.world(place);
        SimDoor door = new SimDoor(
                "bipj " + world.address() + "#door-" + (place - world.first()) + "-" + opened++ + "#", place);
        doors.put(door.name, door);
        return door;
    }

    /** The process that has opened a door; null if there is none of the name. */
    ProcessName opener(String name) {
        SimDoor door = doors.get(name);
        if (door == null) {
            return null;
        }
        SimWorld world = session.world(door.place);
        return new ProcessName(world.address(), door.place - world.first());
    }

    Connections.Calling call(int place, String name, String names) {
        SimDoor door = doors.get(name);
        if (door == null) {
            throw new PortException("no port of this run is open under the name '" + name + "'");
        }
        Visit visit = new Visit(door, place, names);
        door.visits.add(visit);
        session.machine().poke(door.place);
        return visit;
    }

    /** A port of a process. */
    private final class SimDoor implements Connections.Door {
        final String name;
        final int place;
        final Deque<Visit> visits = new ArrayDeque<>();

        private boolean isClosed;

        SimDoor(String name, int place) {
            this.name = name;
            this.place = place;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public Connections.Guest called() {
            return visits.poll();
        }

        @Override
        public void close() {
            isClosed = true;
            doors.remove(name);
            visits.forEach(visit -> session.machine().poke(visit.place));
        }
    }

    /** A call at a port. */
    private final class Visit implements Connections.Calling, Connections.Guest {
        private final SimDoor door;
        private final int place;
        private final String names;
        private String answer;

        Visit(SimDoor door, int place, String names) {
            this.door = door;
            this.place = place;
            this.names = names;
        }

        @Override
        public String letter() {
            return names;
        }

        @Override
        public void answer(String text) {
            answer = text;
            session.machine().poke(place);
        }

        @Override
        public String poll() {
            if (answer == null && door.isClosed) {
                throw new PortException("the port '" + door.name + "' was closed");
            }
            return answer;
        }
    }
}

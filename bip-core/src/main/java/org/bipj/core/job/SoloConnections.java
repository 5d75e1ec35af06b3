package org.bipj.core.job;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.ProcessName;
import org.bipj.core.job.family.SpawnRequest;
import org.bipj.core.machine.HostSystem;
import org.bipj.core.machine.JobVariables;
import org.jspecify.annotations.Nullable;

/** How a program that was started alone connects with others: as soon as it has to have a name for them, a launcher serves it. */
final class SoloConnections implements Connections {
    private final SoloJob job;

    SoloConnections(SoloJob job) {
        this.job = job;
    }

    /** Those of the job that a launcher serves, from now on. */
    private Connections served() {
        return Jobs.connections(job.serve());
    }

    /** What they answer; {@code otherwise} as long as there are none. */
    private <T> T ifServed(Function<Connections, T> question, T otherwise) {
        Job other = job.served();
        return other == null ? otherwise : question.apply(Jobs.connections(other));
    }

    @Override
    public String address() {
        return served().address();
    }

    @Override
    public @Nullable Parents parents() {
        return null;
    }

    @Override
    public int attach(String address) {
        return served().attach(address);
    }

    @Override
    public List<String> attached() {
        return ifServed(Connections::attached, List.of());
    }

    @Override
    public int first(String address) {
        return ifServed(all -> all.first(address), -1);
    }

    @Override
    public int size(String address) {
        return served().size(address);
    }

    @Override
    public ProcessName name(int number) {
        return served().name(number);
    }

    @Override
    public void detach(String address) {
        served().detach(address);
    }

    @Override
    public List<Numbers> forget(boolean all) {
        return ifServed(served -> served.forget(all), List.of());
    }

    @Override
    public boolean haveNeighboursLeft() {
        return ifServed(Connections::haveNeighboursLeft, true);
    }

    @Override
    public boolean hasLeft(int number) {
        return ifServed(all -> all.hasLeft(number), false);
    }

    @Override
    public void awaitsNeighbour(boolean on) {
        served().awaitsNeighbour(on);
    }

    @Override
    public @Nullable ProcessName opener(String door) {
        return served().opener(door);
    }

    @Override
    public boolean answers(String port) {
        return served().answers(port);
    }

    @Override
    public @Nullable Network network() {
        return served().network();
    }

    @Override
    public Asked spawn(SpawnRequest request) {
        List<SpawnRequest.Program> programs =
                request.programs().stream().map(SoloConnections::withJava).toList();
        return served().spawn(new SpawnRequest(programs, request.parents()));
    }

    /** The launcher does not know the program that asks: a class of its class path becomes a command. */
    private static SpawnRequest.Program withJava(SpawnRequest.Program program) {
        if (!isClass(program.command())) {
            return program;
        }
        String java = HostSystem.java().toString();
        List<String> words = new ArrayList<>(
                List.of("-cp", Objects.toString(JobVariables.property("java.class.path"), ""), program.command()));
        words.addAll(program.arguments());
        return new SpawnRequest.Program(java, words, program.processes(), program.info());
    }

    private static boolean isClass(String command) {
        try {
            Class<?> found = Class.forName(command, false, ClassLoader.getSystemClassLoader());
            return !found.isInterface();
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    @Override
    public Door openDoor() {
        return served().openDoor();
    }

    @Override
    public Calling call(String door, String names) {
        return served().call(door, names);
    }
}

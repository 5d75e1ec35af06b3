package org.bipj.reproduce;

import java.util.HashSet;
import java.util.Set;
import org.bipj.reproduce.lab.Cluster;

/** A cluster with constants that the user has changed: it reports each run with and without them. */
final class ChangedCluster implements Cluster {
    /** Is notified of each run on the cluster. */
    interface Listener {
        /**
         * A program runs.
         *
         * @param key a constant that the user has changed
         * @param replaced the experiment has set another value
         */
        void ran(String key, boolean replaced);
    }

    private final Cluster cluster;
    private final Set<String> changed;
    private final Set<String> replaced;
    private final Listener listener;
    /** Constants that the experiment has looked up: what it sets them to then is a multiple of the user's value. */
    private final Set<String> read = new HashSet<>();

    ChangedCluster(Cluster cluster, Set<String> changed, Set<String> replaced, Listener listener) {
        this.cluster = cluster;
        this.changed = changed;
        this.replaced = replaced;
        this.listener = listener;
    }

    @Override
    public Cluster with(String key, String value) {
        Set<String> more = new HashSet<>(replaced);
        if (changed.contains(key) && !read.contains(key)) {
            more.add(key);
        }
        return new ChangedCluster(cluster.with(key, value), changed, more, listener);
    }

    @Override
    public Cluster withFaults(String spec) {
        return new ChangedCluster(cluster.withFaults(spec), changed, replaced, listener);
    }

    @Override
    public Cluster withIp() {
        return new ChangedCluster(cluster.withIp(), changed, replaced, listener);
    }

    @Override
    public Cluster withSeed(long seed) {
        return new ChangedCluster(cluster.withSeed(seed), changed, replaced, listener);
    }

    @Override
    public NetworkMap map() {
        tell();
        return cluster.map();
    }

    @Override
    public double constant(String key) {
        read.add(key);
        return cluster.constant(key);
    }

    @Override
    public void run(int ranks, Program program) {
        tell();
        cluster.run(ranks, program);
    }

    @Override
    public long mostWormsOfACable(int ranks, Program program) {
        tell();
        return cluster.mostWormsOfACable(ranks, program);
    }

    private void tell() {
        changed.forEach(key -> listener.ran(key, replaced.contains(key)));
    }
}

package org.bipj.mpi.engine;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.bipj.core.job.Job;
import org.bipj.core.job.family.Connections;
import org.bipj.core.job.family.NameFiles;
import org.bipj.core.job.family.ServiceNames;
import org.bipj.core.nic.PortException;
import org.bipj.mpi.call.EngineException;
import org.bipj.mpi.call.ErrorClass;
import org.jspecify.annotations.Nullable;

/**
 * Names of services and the ports that they are published with (MPI 4.1 section 11.9.4): {@linkplain NameFiles files} of the user, or
 * what a run of its own keeps, see {@link Connections#services}.
 */
public final class PublishedNames {
    private static final int LONGEST = 200;

    private final ServiceNames services;

    /** Those that a rank sees. */
    public PublishedNames(Job job) {
        @Nullable Connections connections = job.connections();
        @Nullable ServiceNames ofRun = connections == null ? null : connections.services();
        services = ofRun != null
                ? ofRun
                : new NameFiles(
                        NameFiles.directory(), job.names(), port -> connections == null || connections.answers(port));
    }

    /** Publishes a port. */
    public void publish(String service, String port) {
        @Nullable String why;
        try {
            why = services.publish(encoded(service), port);
        } catch (IOException | PortException e) {
            throw new EngineException(
                    ErrorClass.SERVICE, "cannot publish the service '" + service + "' " + services.where() + ": " + e);
        }
        if (why != null) {
            throw new EngineException(ErrorClass.SERVICE, "the service '" + service + "' " + why);
        }
    }

    /** Takes a name back. */
    public void unpublish(String service, String port) {
        String name = encoded(service);
        boolean isOther;
        try {
            if (services.remove(name, port)) {
                return;
            }
            isOther = services.find(name) != null;
        } catch (IOException e) {
            throw new EngineException(
                    ErrorClass.SERVICE,
                    "cannot unpublish the service '" + service + "' " + services.where() + ": " + e);
        }
        throw new EngineException(
                ErrorClass.SERVICE,
                "the service '" + service + "' is " + (isOther ? "published with another port" : "not published"));
    }

    /** The port that a service is published with. */
    public String find(String service) {
        @Nullable String port;
        try {
            port = services.find(encoded(service));
        } catch (IOException e) {
            throw new EngineException(
                    ErrorClass.NAME, "cannot look for the service '" + service + "' " + services.where() + ": " + e);
        }
        if (port == null) {
            throw new EngineException(
                    ErrorClass.NAME, "the service '" + service + "' is not published " + services.where());
        }
        return port;
    }

    private static String encoded(String service) {
        String name = URLEncoder.encode(service, StandardCharsets.UTF_8).replace("*", "%2A");
        if (name.isEmpty() || name.startsWith(".") || name.length() > LONGEST) {
            throw new EngineException(
                    ErrorClass.SERVICE,
                    "the service name is '" + service + "'; expected 1 to " + LONGEST
                            + " characters, the first one no full stop");
        }
        return name;
    }
}

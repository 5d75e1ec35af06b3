package org.bipj.launch.seeing.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.MethodTypeEntry;
import java.lang.classfile.constantpool.NameAndTypeEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The jar of an agent in the ranks' JVMs: its own, because the library may be one jar or several; visible to all class loaders of the ranks. */
public final class AgentJar {
    /** Where an agent has classes from. All others that are named have constants for the compiler alone. */
    private static final Pattern OURS = Pattern.compile("org/bipj/(launch/seeing/\\w+|mpi/call|core/report)/[\\w$]+");

    private AgentJar() {}

    /** Writes a jar with an agent and the {@link #classes} that it needs. */
    public static void write(Path file, Class<?> agent) throws IOException {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.putValue("Premain-Class", agent.getName());
        main.putValue("Boot-Class-Path", file.getFileName().toString());
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(file), manifest)) {
            for (Map.Entry<String, byte[]> each : classes(agent).entrySet()) {
                jar.putNextEntry(new JarEntry(each.getKey() + ".class"));
                jar.write(each.getValue());
            }
        }
    }

    /** A class and all that it names of {@link #OURS}, that these name, and so on: their files by their internal names. */
    public static Map<String, byte[]> classes(Class<?> first) throws IOException {
        Map<String, byte[]> found = new LinkedHashMap<>();
        add(first.getName().replace('.', '/'), found);
        return found;
    }

    private static void add(String name, Map<String, byte[]> found) throws IOException {
        if (found.containsKey(name)) {
            return;
        }
        try (InputStream in = AgentJar.class.getResourceAsStream("/" + name + ".class")) {
            found.put(name, in.readAllBytes());
        }
        for (PoolEntry entry : ClassFile.of().parse(found.get(name)).constantPool()) {
            String types = switch (entry) {
                case ClassEntry type -> type.asInternalName();
                case NameAndTypeEntry member -> member.type().stringValue();
                case MethodTypeEntry type -> type.descriptor().stringValue();
                default -> "";
            };
            Matcher each = OURS.matcher(types);
            while (each.find()) {
                add(each.group(), found);
            }
        }
    }
}

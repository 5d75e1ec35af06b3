package org.bipj.launch.hosted.loader;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.bipj.launch.support.LauncherVariables;

/**
 * The system properties of a JVM whose threads belong to different ranks: those of the caller's rank, else the JVM's. So
 * they hold however a program or the JDK reads them: {@code System.getProperty}, {@code Integer.getInteger}, by reflection.
 *
 * <p>All public methods of {@link Properties} and of its superclass are overridden, without the lock of this object, which no rank
 * must have to wait for.
 */
@SuppressWarnings("serial") // The JDK writes no system properties.
final class RankProperties extends Properties {
    /** The key of the properties of the JVM: another library of this JVM ({@code RecordedLibrary}) may have put its own around these. */
    private static final Object OF_JVM = new Object();

    private final transient Properties ofJvm;

    private RankProperties(Properties ofJvm) {
        super(0);
        this.ofJvm = ofJvm;
    }

    /** Makes the properties of this JVM its ranks', once, and returns those of the JVM itself. */
    static synchronized Properties install() {
        Properties present = LauncherVariables.properties();
        if (present.get(OF_JVM) instanceof Properties known) {
            return known;
        }
        RankProperties made = new RankProperties(present);
        // Links all that a look-up needs, which reads properties itself when it is first used.
        made.getProperty(LauncherVariables.JDK);
        RankClassLoader.rankOfCaller();
        System.setProperties(made);
        return present;
    }

    private Properties own() {
        RankSettings rank = RankSettings.current();
        return rank == null ? ofJvm : rank.properties();
    }

    @Override
    public String getProperty(String name) {
        RankSettings rank = RankSettings.current();
        return rank == null ? ofJvm.getProperty(name) : rank.property(name);
    }

    @Override
    public String getProperty(String name, String otherwise) {
        String value = getProperty(name);
        return value == null ? otherwise : value;
    }

    @Override
    @Deprecated
    public void save(OutputStream out, String comments) {
        own().save(out, comments);
    }

    @Override
    public Object setProperty(String name, String value) {
        return own().setProperty(name, value);
    }

    @Override
    public void load(Reader in) throws IOException {
        own().load(in);
    }

    @Override
    public void load(InputStream in) throws IOException {
        own().load(in);
    }

    @Override
    public void store(Writer out, String comments) throws IOException {
        own().store(out, comments);
    }

    @Override
    public void store(OutputStream out, String comments) throws IOException {
        own().store(out, comments);
    }

    @Override
    public void loadFromXML(InputStream in) throws IOException {
        own().loadFromXML(in);
    }

    @Override
    public void storeToXML(OutputStream out, String comment) throws IOException {
        own().storeToXML(out, comment);
    }

    @Override
    public void storeToXML(OutputStream out, String comment, String encoding) throws IOException {
        own().storeToXML(out, comment, encoding);
    }

    @Override
    public void storeToXML(OutputStream out, String comment, Charset charset) throws IOException {
        own().storeToXML(out, comment, charset);
    }

    @Override
    public Enumeration<?> propertyNames() {
        return own().propertyNames();
    }

    @Override
    public Set<String> stringPropertyNames() {
        return own().stringPropertyNames();
    }

    @Override
    public void list(PrintStream out) {
        own().list(out);
    }

    @Override
    public void list(PrintWriter out) {
        own().list(out);
    }

    @Override
    public int size() {
        return own().size();
    }

    @Override
    public boolean isEmpty() {
        return own().isEmpty();
    }

    @Override
    public Enumeration<Object> keys() {
        return own().keys();
    }

    @Override
    public Enumeration<Object> elements() {
        return own().elements();
    }

    @Override
    public boolean contains(Object value) {
        return own().contains(value);
    }

    @Override
    public boolean containsValue(Object value) {
        return own().containsValue(value);
    }

    @Override
    public boolean containsKey(Object key) {
        return own().containsKey(key);
    }

    @Override
    public Object get(Object key) {
        return key == OF_JVM ? ofJvm : own().get(key);
    }

    @Override
    public Object put(Object key, Object value) {
        return own().put(key, value);
    }

    @Override
    public Object remove(Object key) {
        return own().remove(key);
    }

    @Override
    public void putAll(Map<?, ?> values) {
        own().putAll(values);
    }

    @Override
    public void clear() {
        own().clear();
    }

    @Override
    public String toString() {
        return own().toString();
    }

    @Override
    public Set<Object> keySet() {
        return own().keySet();
    }

    @Override
    public Collection<Object> values() {
        return own().values();
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
        return own().entrySet();
    }

    @Override
    public boolean equals(Object other) {
        return own().equals(other);
    }

    @Override
    public int hashCode() {
        return own().hashCode();
    }

    @Override
    public Object getOrDefault(Object key, Object otherwise) {
        return own().getOrDefault(key, otherwise);
    }

    @Override
    public void forEach(BiConsumer<? super Object, ? super Object> action) {
        own().forEach(action);
    }

    @Override
    public void replaceAll(BiFunction<? super Object, ? super Object, ?> by) {
        own().replaceAll(by);
    }

    @Override
    public Object putIfAbsent(Object key, Object value) {
        return own().putIfAbsent(key, value);
    }

    @Override
    public boolean remove(Object key, Object value) {
        return own().remove(key, value);
    }

    @Override
    public boolean replace(Object key, Object before, Object value) {
        return own().replace(key, before, value);
    }

    @Override
    public Object replace(Object key, Object value) {
        return own().replace(key, value);
    }

    @Override
    public Object computeIfAbsent(Object key, Function<? super Object, ?> by) {
        return own().computeIfAbsent(key, by);
    }

    @Override
    public Object computeIfPresent(Object key, BiFunction<? super Object, ? super Object, ?> by) {
        return own().computeIfPresent(key, by);
    }

    @Override
    public Object compute(Object key, BiFunction<? super Object, ? super Object, ?> by) {
        return own().compute(key, by);
    }

    @Override
    public Object merge(Object key, Object value, BiFunction<? super Object, ? super Object, ?> by) {
        return own().merge(key, value, by);
    }

    @Override
    public Object clone() {
        return own().clone();
    }
}

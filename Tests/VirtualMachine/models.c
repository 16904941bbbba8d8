// SPDX-License-Identifier: Apache-2.0 OR GPL-2.0
//
// Buses whose chips a test simulates, compiled into the guest's kernel: the I2C bus i2c-2, and the SPI bus spi1 with an MCP3008
// (spi1.0), an MCP3208 (spi1.1) and spidev1.2. A transfer takes as long as on the wires.
//
// The test reads a request from /dev/model-i2c or /dev/model-spi, and writes the answer. All numbers are little endian.
//
//     I2C request   u32 messages, then for each: u16 address, u16 flags (1 = read), u32 length, and the bytes of a write
//         answer    s32 status (0, or -errno such as -6 for no acknowledge), then the bytes of all reads
//     SPI request   u32 chip select, u32 mode, u32 Hz, u32 length, then the bytes from select to deselect
//         answer    s32 status, then as many bytes
//
// While the file is not open, no chip acknowledges on I2C, and SPI reads 0xff. Without an answer within 1 s, the bus hangs:
// ETIMEDOUT.
//
// Besides, a thermal zone and a 1-wire bus with a DS18B20. Files in debugfs/models set them: zone (thousandths of a degree
// Celsius), ds18b20 (sixteenths), ds18b20_absent (0 or 1).

#include <linux/debugfs.h>
#include <linux/delay.h>
#include <linux/i2c.h>
#include <linux/init.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/platform_device.h>
#include <linux/poll.h>
#include <linux/regulator/fixed.h>
#include <linux/regulator/machine.h>
#include <linux/slab.h>
#include <linux/spi/spi.h>
#include <linux/thermal.h>
#include <linux/version.h>
#include <linux/w1.h>

#define LARGEST (128 * 1024)

struct model {
	struct miscdevice file;
	struct mutex one;	// one transfer at a time
	wait_queue_head_t asked, answered;
	bool open, has_request, has_answer, waits;
	size_t request_length, answer_length;
	u8 *request, *answer;
};

static int model_open(struct inode *inode, struct file *file)
{
	struct model *model = container_of(file->private_data, struct model, file);

	file->private_data = model;
	if (READ_ONCE(model->open))
		return -EBUSY;
	WRITE_ONCE(model->open, true);
	return 0;
}

static int model_release(struct inode *inode, struct file *file)
{
	struct model *model = file->private_data;

	WRITE_ONCE(model->open, false);
	model->has_request = false;
	wake_up(&model->answered);
	return 0;
}

static ssize_t model_read(struct file *file, char __user *to, size_t length, loff_t *position)
{
	struct model *model = file->private_data;
	int result;

	if (!READ_ONCE(model->has_request) && (file->f_flags & O_NONBLOCK))
		return -EAGAIN;
	result = wait_event_interruptible(model->asked, READ_ONCE(model->has_request));
	if (result)
		return result;
	if (length < model->request_length)
		return -EMSGSIZE;
	if (copy_to_user(to, model->request, model->request_length))
		return -EFAULT;
	WRITE_ONCE(model->has_request, false);
	return model->request_length;
}

static ssize_t model_write(struct file *file, const char __user *from, size_t length, loff_t *position)
{
	struct model *model = file->private_data;

	if (length < 4 || length > LARGEST)
		return -EINVAL;
	if (!READ_ONCE(model->waits))
		return -ESTALE;	// too late
	if (copy_from_user(model->answer, from, length))
		return -EFAULT;
	model->answer_length = length;
	smp_store_release(&model->has_answer, true);
	wake_up(&model->answered);
	return length;
}

static __poll_t model_poll(struct file *file, poll_table *table)
{
	struct model *model = file->private_data;

	poll_wait(file, &model->asked, table);
	return (READ_ONCE(model->has_request) ? EPOLLIN : 0) | EPOLLOUT;
}

static const struct file_operations model_operations = {
	.owner = THIS_MODULE,
	.open = model_open,
	.release = model_release,
	.read = model_read,
	.write = model_write,
	.poll = model_poll,
};

// Waits for the program's answer to the request; returns its status.
static int model_ask(struct model *model, size_t length)
{
	s32 status;
	long left;

	if (!READ_ONCE(model->open))
		return -ENXIO;
	model->request_length = length;
	model->has_answer = false;
	WRITE_ONCE(model->waits, true);
	smp_store_release(&model->has_request, true);
	wake_up(&model->asked);
	left = wait_event_timeout(model->answered, READ_ONCE(model->has_answer) || !READ_ONCE(model->open), HZ);
	WRITE_ONCE(model->waits, false);
	WRITE_ONCE(model->has_request, false);
	if (!READ_ONCE(model->has_answer))
		return left ? -ENXIO : -ETIMEDOUT;
	memcpy(&status, model->answer, 4);
	return status;
}

static void put32(u8 **at, u32 value)
{
	memcpy(*at, &value, 4);
	*at += 4;
}

static void wires(u64 bits, u32 hertz)
{
	u32 us = div_u64(bits * 1000000 + hertz - 1, hertz ?: 1);

	if (us >= 10)
		usleep_range(us, us + 1);
	else
		udelay(us);
}

static int model_create(struct model *model, const char *name)
{
	mutex_init(&model->one);
	init_waitqueue_head(&model->asked);
	init_waitqueue_head(&model->answered);
	model->request = kvmalloc(LARGEST, GFP_KERNEL);
	model->answer = kvmalloc(LARGEST, GFP_KERNEL);
	model->file.minor = MISC_DYNAMIC_MINOR;
	model->file.name = name;
	model->file.fops = &model_operations;
	return model->request && model->answer ? misc_register(&model->file) : -ENOMEM;
}

// I2C

static struct model i2c;
static u32 i2c_hertz = 100000;

static int i2c_model_transfer(struct i2c_adapter *adapter, struct i2c_msg *messages, int count)
{
	u8 *at = i2c.request;
	size_t bits = 1, from = 4, bytes = 4;
	int i, status;

	for (i = 0; i < count; i++)
		bytes += 8 + messages[i].len;
	if (bytes > LARGEST)
		return -EOPNOTSUPP;
	mutex_lock(&i2c.one);
	put32(&at, count);
	for (i = 0; i < count; i++) {
		put32(&at, messages[i].addr | (messages[i].flags & I2C_M_RD ? 1 : 0) << 16);
		put32(&at, messages[i].len);
		if (!(messages[i].flags & I2C_M_RD)) {
			memcpy(at, messages[i].buf, messages[i].len);
			at += messages[i].len;
		}
		bits += 10 + 9 * messages[i].len;
	}
	status = model_ask(&i2c, at - i2c.request);
	wires(status ? 11 : bits, i2c_hertz);
	for (i = 0; !status && i < count; i++) {
		if (!(messages[i].flags & I2C_M_RD))
			continue;
		if (from + messages[i].len > i2c.answer_length)
			status = -EIO;
		else
			memcpy(messages[i].buf, i2c.answer + from, messages[i].len);
		from += messages[i].len;
	}
	mutex_unlock(&i2c.one);
	return status ?: count;
}

static u32 i2c_model_functions(struct i2c_adapter *adapter)
{
	return I2C_FUNC_I2C | I2C_FUNC_SMBUS_EMUL;
}

static const struct i2c_algorithm i2c_model_algorithm = {
	.master_xfer = i2c_model_transfer,
	.functionality = i2c_model_functions,
};

static struct i2c_adapter i2c_model_adapter = {
	.owner = THIS_MODULE,
	.class = I2C_CLASS_HWMON,
	.name = "models",
	.algo = &i2c_model_algorithm,
	.nr = 2,
};

// SPI

static struct model spi;

// Asks for the transfers from *first to the one after which the chip is deselected (or the message's last), and moves *first on.
static int spi_model_selection(struct spi_message *message, struct spi_transfer **first)
{
	struct spi_transfer *transfer = *first, *last;
	u8 *at = spi.request;
	size_t length = 0, from = 4;
	u32 hertz = message->spi->max_speed_hz;
	int status;

	for (;; transfer = list_next_entry(transfer, transfer_list)) {
		length += transfer->len;
		if (transfer->speed_hz)
			hertz = transfer->speed_hz;
		if (transfer->cs_change || list_is_last(&transfer->transfer_list, &message->transfers))
			break;
	}
	last = transfer;
	if (length + 16 > LARGEST)
		return -EMSGSIZE;
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 6, 0)
	put32(&at, spi_get_chipselect(message->spi, 0));
#else
	put32(&at, message->spi->chip_select);
#endif
	put32(&at, message->spi->mode);
	put32(&at, hertz);
	put32(&at, length);
	for (transfer = *first;; transfer = list_next_entry(transfer, transfer_list)) {
		if (transfer->tx_buf)
			memcpy(at, transfer->tx_buf, transfer->len);
		else
			memset(at, 0, transfer->len);
		at += transfer->len;
		if (transfer == last)
			break;
	}
	status = model_ask(&spi, at - spi.request);
	wires(8 * length, hertz);
	for (transfer = *first;; transfer = list_next_entry(transfer, transfer_list)) {
		if (transfer->rx_buf) {
			memset(transfer->rx_buf, 0xff, transfer->len);
			if (!status && from + transfer->len <= spi.answer_length)
				memcpy(transfer->rx_buf, spi.answer + from, transfer->len);
		}
		from += transfer->len;
		if (transfer == last)
			break;
	}
	message->actual_length += length;
	*first = list_is_last(&last->transfer_list, &message->transfers) ? NULL : list_next_entry(last, transfer_list);
	return status == -ENXIO ? 0 : status;	// nobody is selected: SPI does not notice
}

static int spi_model_message(struct spi_controller *controller, struct spi_message *message)
{
	struct spi_transfer *next = list_first_entry(&message->transfers, struct spi_transfer, transfer_list);
	int status = 0;

	mutex_lock(&spi.one);
	message->actual_length = 0;
	while (next && !status)
		status = spi_model_selection(message, &next);
	mutex_unlock(&spi.one);
	message->status = status;
	spi_finalize_current_message(controller);
	return 0;
}

// Thermal zone

static int zone_temperature = 45000;

static int zone_read(struct thermal_zone_device *zone, int *temperature)
{
	*temperature = zone_temperature;
	return 0;
}

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 9, 0)
static const struct thermal_zone_device_ops zone_operations = { .get_temp = zone_read };
#else
static struct thermal_zone_device_ops zone_operations = { .get_temp = zone_read };
#endif

// 1-wire: a DS18B20, family 0x28. Figures refer to the data sheet, DS18B20 Rev 6.

static s16 ds18b20_sixteenths = 0x0191;	// 25.0625 degrees C, table 1
static u32 ds18b20_absent;
static u8 rom[8] = { 0x28, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06 };
static struct {
	enum { ROM_COMMAND, SEARCH, MATCH, FUNCTION, SENDS, TAKES, BUSY, DESELECTED } state;
	int bit, phase;
	u8 byte, out[9];
	u8 th, tl, configuration;
	s16 converted;
	int length;
} ds = { .th = 75, .tl = 70, .configuration = 0x7f, .converted = 0x0550 };

static u8 crc8(const u8 *bytes, int count)
{
	u8 crc = 0;
	int i, bit;

	for (i = 0; i < count; i++)
		for (crc ^= bytes[i], bit = 0; bit < 8; bit++)
			crc = crc & 1 ? crc >> 1 ^ 0x8c : crc >> 1;
	return crc;
}

static u8 ds_reset(void *unused)
{
	udelay(960);
	ds.state = ROM_COMMAND;
	ds.bit = ds.phase = 0;
	ds.byte = 0;
	return ds18b20_absent ? 1 : 0;
}

static void ds_command(void)
{
	u8 command = ds.byte;

	ds.bit = ds.phase = 0;
	ds.byte = 0;
	if (ds.state == ROM_COMMAND) {
		ds.state = command == 0xf0 ? SEARCH : command == 0x55 ? MATCH : command == 0xcc ? FUNCTION : DESELECTED;
		if (command == 0x33) {
			ds.state = SENDS;
			memcpy(ds.out, rom, 8);
			ds.length = 64;
		}
	} else if (command == 0x44) {
		ds.converted = ds18b20_sixteenths;
		ds.state = BUSY;
	} else if (command == 0xbe) {
		ds.out[0] = ds.converted & 0xff;
		ds.out[1] = ds.converted >> 8;
		ds.out[2] = ds.th;
		ds.out[3] = ds.tl;
		ds.out[4] = ds.configuration;
		ds.out[5] = 0xff;
		ds.out[6] = 0x0c;
		ds.out[7] = 0x10;
		ds.out[8] = crc8(ds.out, 8);
		ds.state = SENDS;
		ds.length = 72;
	} else if (command == 0x4e) {
		ds.state = TAKES;
	} else if (command == 0xb4) {
		ds.state = BUSY;	// externally powered
	} else {
		ds.state = DESELECTED;
	}
}

// A time slot: what the master writes (1 also to read), and what the wire then is.
static u8 ds_slot(void *unused, u8 written)
{
	u8 mine = 1;

	udelay(65);
	if (ds18b20_absent)
		return written;
	switch (ds.state) {
	case ROM_COMMAND:
	case FUNCTION:
		ds.byte |= written << ds.bit;
		if (++ds.bit == 8)
			ds_command();
		break;
	case SEARCH:
		mine = rom[ds.bit / 8] >> ds.bit % 8 & 1;
		if (ds.phase == 2) {
			if (written != mine)
				ds.state = DESELECTED;
			mine = 1;
			ds.phase = 0;
			if (++ds.bit == 64 && ds.state == SEARCH) {
				ds.state = FUNCTION;
				ds.bit = 0;
			}
		} else if (ds.phase++ == 1) {
			mine = !mine;
		}
		break;
	case MATCH:
		if (written != (rom[ds.bit / 8] >> ds.bit % 8 & 1))
			ds.state = DESELECTED;
		else if (++ds.bit == 64) {
			ds.state = FUNCTION;
			ds.bit = 0;
		}
		break;
	case SENDS:
		if (ds.bit < ds.length)
			mine = ds.out[ds.bit / 8] >> ds.bit % 8 & 1;
		ds.bit++;
		break;
	case TAKES:
		ds.byte |= written << ds.bit % 8;
		if (++ds.bit % 8 == 0) {
			*(ds.bit == 8 ? &ds.th : ds.bit == 16 ? &ds.tl : &ds.configuration) = ds.byte;
			ds.byte = 0;
			if (ds.bit == 24)
				ds.state = DESELECTED;
		}
		break;
	default:
		break;
	}
	return written & mine;
}

static struct w1_bus_master w1_master = { .reset_bus = ds_reset, .touch_bit = ds_slot };

static int __init models_init(void)
{
	static struct spi_board_info chips[] = {
		{ .modalias = "mcp3008", .max_speed_hz = 1350000, .chip_select = 0 },
		{ .modalias = "mcp3208", .max_speed_hz = 1000000, .chip_select = 1 },
		{ .modalias = "dh2228fv", .max_speed_hz = 20000000, .chip_select = 2 },	// spidev
	};
	static struct regulator_consumer_supply supplies[] = {
		REGULATOR_SUPPLY("vref", "spi1.0"), REGULATOR_SUPPLY("vref", "spi1.1"),
	};
	struct platform_device *parent = platform_device_register_simple("models", -1, NULL, 0);
	struct dentry *folder = debugfs_create_dir("models", NULL);
	struct spi_controller *controller;
	struct thermal_zone_device *zone;
	int result, i;

	if (IS_ERR(parent))
		return PTR_ERR(parent);
	result = model_create(&i2c, "model-i2c") ?: model_create(&spi, "model-spi") ?: i2c_add_numbered_adapter(&i2c_model_adapter);
	if (result)
		return result;
	debugfs_create_u32("i2c_hertz", 0644, folder, &i2c_hertz);
	debugfs_create_u32("zone", 0644, folder, (u32 *)&zone_temperature);
	debugfs_create_u16("ds18b20", 0644, folder, (u16 *)&ds18b20_sixteenths);
	debugfs_create_u32("ds18b20_absent", 0644, folder, &ds18b20_absent);

	regulator_has_full_constraints();
	regulator_register_always_on(0, "3V3", supplies, ARRAY_SIZE(supplies), 3300000);
	controller = __spi_alloc_controller(&parent->dev, 0, false);
	if (!controller)
		return -ENOMEM;
	controller->bus_num = 1;
	controller->num_chipselect = ARRAY_SIZE(chips);
	controller->mode_bits = SPI_CPOL | SPI_CPHA | SPI_CS_HIGH;
	controller->transfer_one_message = spi_model_message;
	result = spi_register_controller(controller);
	if (result)
		return result;
	for (i = 0; i < ARRAY_SIZE(chips); i++)
		if (!spi_new_device(controller, &chips[i]))
			return -ENODEV;

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 9, 0)
	zone = thermal_tripless_zone_device_register("cpu-thermal", NULL, &zone_operations, NULL);
#else
	zone = thermal_zone_device_register("cpu-thermal", 0, 0, NULL, &zone_operations, NULL, 0, 0);
#endif
	if (IS_ERR(zone))
		return PTR_ERR(zone);
	thermal_zone_device_enable(zone);
	rom[7] = crc8(rom, 7);
	return w1_add_master_device(&w1_master);
}
late_initcall(models_init);
